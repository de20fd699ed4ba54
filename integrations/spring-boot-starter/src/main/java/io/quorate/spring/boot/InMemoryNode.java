// SPDX-License-Identifier: Apache-2.0
package io.quorate.spring.boot;

import io.quorate.api.Locks;
import io.quorate.testing.LockCluster;
import org.jspecify.annotations.Nullable;
import org.springframework.util.ClassUtils;

/** A node of its own inside the context, for tests of the application. */
final class InMemoryNode {
    static final String PROBLEM = "quorate.in-memory is true, and io.quorate:quorate-testing is not on the class path.";

    static final String ACTION =
            "Add the dependency io.quorate:quorate-testing, of the same version, with the scope of tests. Outside"
                    + " of tests remove quorate.in-memory and set quorate.members.";

    private InMemoryNode() {}

    /** The classes of a node in memory are missing. */
    static final class MissingTestingException extends IllegalStateException {
        private static final long serialVersionUID = 1L;

        MissingTestingException() {
            super(PROBLEM + " " + ACTION);
        }
    }

    /** Apart from what needs quorate-testing: without it that class cannot even be loaded. */
    static void requireTesting(@Nullable ClassLoader loader) {
        if (!ClassUtils.isPresent("io.quorate.testing.LockCluster", loader)) {
            throw new MissingTestingException();
        }
    }

    static Locks start(NodeSettings settings) {
        System.getLogger(InMemoryNode.class.getName())
                .log(
                        System.Logger.Level.WARNING,
                        "quorate.in-memory is true: locks are known in this context only, and exclude no other process. For tests.");
        return LockCluster.inMemory(1, settings::withoutPlace).node(0);
    }
}
