/**
 * A service of three replicas with one job that runs once per tick. Copy it: it stands for code of your own.
 * {@link com.example.reports.Replica} has the locks, {@link com.example.reports.Ledger} stands for your database.
 */
@NullMarked
package com.example.reports;

import org.jspecify.annotations.NullMarked;
