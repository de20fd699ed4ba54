/**
 * Claims as data. The file {@code claims.tsv} in the folder of a paper lists what the paper says: place, sentence, number, how it is
 * measured, tolerance and expected verdict. {@link io.quorate.reproduce.claims.ClaimTable} reads it and makes items of it, {@link
 * io.quorate.reproduce.claims.Measures} has the measurements that all papers share. docs/study/reproduce.md explains the format.
 */
@NullMarked
package io.quorate.reproduce.claims;

import org.jspecify.annotations.NullMarked;
