// SPDX-License-Identifier: Apache-2.0
package io.quorate.core.wire;

/** The bytes are not what they should be; nothing of them has been acted upon. */
public final class MalformedFrameException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public MalformedFrameException(String what) {
        super(what);
    }
}
