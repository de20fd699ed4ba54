// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.audit;

/** A promise is broken: in one sentence, which. */
public final class AuditFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public AuditFailure(String sentence) {
        super(sentence);
    }
}
