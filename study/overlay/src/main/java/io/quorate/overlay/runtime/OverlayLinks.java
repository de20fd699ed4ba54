// SPDX-License-Identifier: Apache-2.0
package io.quorate.overlay.runtime;

import io.quorate.core.model.NodeSet;
import java.util.function.Supplier;

/**
 * The other nodes, as the transport of a node of an overlay knows them.
 *
 * @param kind how the overlay is built
 * @param book where they are
 * @param connected with whom there is a connection now
 */
record OverlayLinks(String kind, AddressBook book, Supplier<NodeSet> connected) {}
