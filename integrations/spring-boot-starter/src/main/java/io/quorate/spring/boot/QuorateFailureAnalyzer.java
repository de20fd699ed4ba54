// SPDX-License-Identifier: Apache-2.0
package io.quorate.spring.boot;

import io.quorate.api.InvalidConfigException;
import io.quorate.api.JoinFailedException;
import io.quorate.spring.InvalidLockedException;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.FailureAnalyzer;

/** Says in words why the application did not start, if it is because of its locks, and what to do. */
final class QuorateFailureAnalyzer implements FailureAnalyzer {
    @Override
    public @Nullable FailureAnalysis analyze(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof InvalidConfigException settings) {
                return invalid(settings);
            }
            if (cause instanceof JoinFailedException failed) {
                return notStarted(failed);
            }
            if (cause instanceof InvalidLockedException locked) {
                return new FailureAnalysis(locked.problem(), locked.action(), locked);
            }
            if (cause instanceof InMemoryNode.MissingTestingException missing) {
                return new FailureAnalysis(InMemoryNode.PROBLEM, InMemoryNode.ACTION, missing);
            }
        }
        return null;
    }

    private static FailureAnalysis invalid(InvalidConfigException cause) {
        return new FailureAnalysis(
                "The settings below quorate.* cannot work:\n\n- " + String.join("\n- ", cause.faults()),
                "Correct each line. A method named there is the property of that name: nodeId(...) is quorate.node-id,"
                        + " tls(...) is quorate.tls. Members are listed in quorate.members, as id=host:port.",
                cause);
    }

    private static FailureAnalysis notStarted(JoinFailedException cause) {
        return new FailureAnalysis(
                "The lock node of this application could not start: " + cause.getMessage(),
                "Correct what the description names. The settings are below quorate.*: members, node-id, listen-address, tls"
                        + " and data-directory.",
                cause);
    }
}
