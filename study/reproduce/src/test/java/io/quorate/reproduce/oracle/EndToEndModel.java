// SPDX-License-Identifier: Apache-2.0
package io.quorate.reproduce.oracle;

import java.util.ArrayList;
import java.util.List;

/**
 * Muhammad, Cheema and Gupta, section IV-A, steps 2, 3, 6 and 7, with one replica: X is inside, the request of Y was stopped on its way
 * and is in the queue of X (ENQUEUE), that of Z goes to the replica. X leaves once. Messages arrive in any order.
 */
final class EndToEndModel implements Search.State {
    private final boolean movesTheVote;
    private final String votedFor;
    private final String inside;
    private final String waiting;
    private final List<String> underWay;

    private EndToEndModel(boolean moves, String votedFor, String inside, String waiting, List<String> underWay) {
        this.movesTheVote = moves;
        this.votedFor = votedFor;
        this.inside = inside;
        this.waiting = waiting;
        this.underWay = underWay;
    }

    /**
     * The beginning.
     *
     * @param movesTheVote whether who gets the TOKEN first has the replica move its vote, instead of RELEASE and TOKEN at once as printed
     */
    static EndToEndModel begin(boolean movesTheVote) {
        return new EndToEndModel(movesTheVote, "X", "X", "YZ", List.of("REQUEST Z"));
    }

    private EndToEndModel with(String vote, String nowInside, String nowWaiting, int taken, String... sent) {
        List<String> messages = new ArrayList<>(underWay);
        if (taken >= 0) {
            messages.remove(taken);
        }
        messages.addAll(List.of(sent));
        return new EndToEndModel(movesTheVote, vote, nowInside, nowWaiting, messages);
    }

    @Override
    public List<EndToEndModel> next() {
        List<EndToEndModel> next = new ArrayList<>();
        if (inside.contains("X")) {
            String left = inside.replace("X", "");
            next.add(
                    movesTheVote
                            ? with(votedFor, left, waiting, -1, "TOKEN Y")
                            : with(votedFor, left, waiting, -1, "RELEASE X", "TOKEN Y")); // steps 6 and 7
        }
        for (int place = 0; place < underWay.size(); place++) {
            String[] message = underWay.get(place).split(" ");
            String who = message[1];
            String gone = waiting.replace(who, "");
            switch (message[0]) {
                case "REQUEST" ->
                    next.add(
                            votedFor.isEmpty()
                                    ? with(who, inside, waiting, place, "RESPONSE " + who)
                                    : with(votedFor, inside, waiting, place)); // step 3: told who has the vote
                case "RESPONSE", "MOVED" -> next.add(with(votedFor, inside + who, gone, place)); // step 4
                case "RELEASE" -> next.add(with("", inside, waiting, place)); // step 6
                case "TRANSFER" -> next.add(with(who, inside, waiting, place, "MOVED " + who));
                default ->
                    next.add(
                            movesTheVote
                                    ? with(votedFor, inside, waiting, place, "TRANSFER " + who)
                                    : with(votedFor, inside + who, gone, place)); // step 7
            }
        }
        return next;
    }

    @Override
    public int inside() {
        return inside.length();
    }

    @Override
    public boolean somebodyWaits() {
        return !waiting.isEmpty();
    }

    @Override
    public String toString() {
        return votedFor + "|" + inside + "|" + waiting + "|"
                + underWay.stream().sorted().toList();
    }
}
