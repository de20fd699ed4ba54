// SPDX-License-Identifier: Apache-2.0
package io.quorate.core.quorum;

import java.util.List;

/**
 * Quorum systems that a module brings. Found by {@link java.util.ServiceLoader}: a jar on the class path makes its systems known by
 * name, and nothing else has to list them.
 */
public interface QuorumKinds {
    List<QuorumKind> kinds();
}
