package io.quorate.core.lock;

/**
 * What an entry costs by theory, if nothing fails: so many messages with each other node that is asked.
 *
 * @param asked who that is
 * @param alone if nobody else wants the lock
 * @param contended at most, on average, whoever else wants it
 */
public record EntryCost(Asked asked, int alone, int contended) {
    /** Whom a request goes to. */
    public enum Asked {
        /** The other members of a quorum. */
        QUORUM,
        /** All other nodes. */
        EVERYBODY
    }

    /** Of a protocol that asks a quorum. */
    public static EntryCost ofQuorum(int alone, int contended) {
        return new EntryCost(Asked.QUORUM, alone, contended);
    }

    /** Of a protocol that asks all other nodes, whose entries all cost the same. */
    public static EntryCost ofEverybody(int always) {
        return new EntryCost(Asked.EVERYBODY, always, always);
    }

    /** Whether contention adds nothing. */
    public boolean isAlwaysTheSame() {
        return alone == contended;
    }
}
