/**
 * Judges of runs. An {@link io.quorate.lab.audit.Audit} watches a cluster under any driver, and throws an
 * {@link io.quorate.lab.audit.AuditFailure} when a promise is broken; some promises can be judged only once everything is quiet.
 */
@NullMarked
package io.quorate.lab.audit;

import org.jspecify.annotations.NullMarked;
