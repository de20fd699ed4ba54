// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.roster;

import io.quorate.api.RosterChange;
import io.quorate.cli.console.Console;
import io.quorate.cli.console.Words;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** The commands that change the roster. */
final class ChangeCommands {
    private ChangeCommands() {}

    /** {@code quorate roster add}. */
    @Command(
            name = "add",
            description = {
                "Adds voters. Each must be running and wait for it: quorate node --id d --data FOLDER --join HOST:PORT.",
                "All that are given are added in one change."
            },
            footer = {
                "  quorate roster add d=localhost:7404 --roster localhost:7401",
                "  quorate roster add d=hostD:7400 e=hostE:7400 --roster hostA:7400"
            })
    static final class Add extends ChangeCommand {
        @Parameters(arity = "1..*", paramLabel = "ID=HOST:PORT", description = "The new voters, and where they listen.")
        private List<String> members = List.of();

        Add(Console console) {
            super(console);
        }

        @Override
        RosterChange change() {
            RosterChange change = RosterChange.none();
            for (String member : members) {
                change = change.add(member);
            }
            return change;
        }
    }

    /** {@code quorate roster remove}. */
    @Command(
            name = "remove",
            description = {
                "Removes members, which may be dead. They run on as guests until they are stopped.",
                "Remove the dead before the living."
            },
            footer = {"  quorate roster remove c --roster localhost:7401"})
    static final class Remove extends ChangeCommand {
        @Parameters(arity = "1..*", paramLabel = "ID", description = "The members that leave.")
        private List<String> ids = List.of();

        Remove(Console console) {
            super(console);
        }

        @Override
        RosterChange change() {
            RosterChange change = RosterChange.none();
            for (String id : ids) {
                change = change.remove(id);
            }
            return change;
        }
    }

    /** {@code quorate roster replace}. */
    @Command(
            name = "replace",
            description = {
                "Puts a node in the place of a member, which may be dead or have lost its data directory, in one change.",
                "The new node must be running and wait for it, as for add. It may have the id of the old one."
            },
            footer = {
                "  quorate roster replace c d=localhost:7404 --roster localhost:7401",
                "  quorate roster replace c c=localhost:7403 --roster localhost:7401"
            })
    static final class Replace extends ChangeCommand {
        @Parameters(index = "0", paramLabel = "OLD", description = "The id of the member that leaves.")
        private String id = "";

        @Parameters(index = "1", paramLabel = "ID=HOST:PORT", description = "The new voter, and where it listens.")
        private String member = "";

        Replace(Console console) {
            super(console);
        }

        @Override
        RosterChange change() {
            return RosterChange.none().replace(id, member);
        }
    }

    /** {@code quorate roster move}. */
    @Command(
            name = "move",
            description = {
                "Tells all nodes that a member is at another address from now on.",
                "Stop it, move its data directory, run this, and start it at the new address."
            },
            footer = {"  quorate roster move c=newhost:7403 --roster localhost:7401"})
    static final class Move extends ChangeCommand {
        @Parameters(paramLabel = "ID=HOST:PORT", description = "The member, and where it will listen.")
        private String member = "";

        Move(Console console) {
            super(console);
        }

        @Override
        RosterChange change() {
            return RosterChange.none().move(member);
        }
    }

    /** {@code quorate roster quorums}. */
    @Command(
            name = "quorums",
            description = {"Lets the voters decide by another quorum system. quorate plan N lists those for N voters."},
            footer = {"  quorate roster quorums plane --roster localhost:7401"})
    static final class Quorums extends ChangeCommand {
        @Parameters(paramLabel = "NAME", description = "The quorum system, as in majority or plane.")
        private String name = "";

        Quorums(Console console) {
            super(console);
        }

        @Override
        RosterChange change() {
            return RosterChange.none().quorums(name);
        }
    }

    /** {@code quorate roster lease}. */
    @Command(
            name = "lease",
            description = {"Changes the lease: how long a hold outlives its node at most. 100ms to 60m."},
            footer = {"  quorate roster lease 10s --roster localhost:7401"})
    static final class Lease extends ChangeCommand {
        @Parameters(paramLabel = "TIME", description = "The new lease, as in 10s.")
        private String time = "";

        Lease(Console console) {
            super(console);
        }

        @Override
        RosterChange change() {
            return RosterChange.none().lease(Words.positive("the lease", time));
        }
    }
}
