/**
 * Tells the log how a node fares: whether it has joined, whom it has lost, which holds it has lost. {@link NodeJournal} decides what
 * is worth a line; {@link JournalKeeper} looks at the running node for it.
 */
@NullMarked
package io.quorate.node.journal;

import org.jspecify.annotations.NullMarked;
