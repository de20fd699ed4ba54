package io.quorate.core.quorum;

/**
 * Another order of the voters, as a rule instead of a table: part x is played by the voter a*x + b modulo p, the smallest
 * prime that is not below the number of voters; while that is no voter, the rule is applied again. Over all a and b each
 * two parts fall on each two voters (nearly) equally often: that is what spreads load evenly.
 */
record Numbering(int size, int prime, int factor, int inverse, int shift) {
    /** How many numberings there are of so many voters. */
    static int count(int size) {
        if (size == 1) {
            return 1;
        }
        long prime = primeFrom(size);
        return (int) Math.min(prime * (prime - 1), Integer.MAX_VALUE);
    }

    /** One of the numberings; the one with number 0 leaves everything in its place. */
    static Numbering of(int size, int which) {
        if (which < 0 || which >= count(size)) {
            throw new IllegalArgumentException(
                    "there are " + count(size) + " numberings of " + size + " voters, counted from 0; not " + which);
        }
        int prime = primeFrom(size);
        int factor = 1 + which % (prime - 1);
        return new Numbering(size, prime, factor, power(factor, prime - 2, prime), which / (prime - 1));
    }

    /** The voter that plays a part. */
    int voter(int part) {
        int voter = part;
        do {
            voter = (int) (((long) factor * voter + shift) % prime);
        } while (voter >= size);
        return voter;
    }

    /** The part that a voter plays. */
    int part(int voter) {
        int part = voter;
        do {
            part = (int) ((long) inverse * (part - shift + prime) % prime);
        } while (part >= size);
        return part;
    }

    private static int power(long base, int exponent, int prime) {
        long result = 1;
        long square = base % prime;
        for (int left = exponent; left > 0; left >>= 1) {
            if ((left & 1) == 1) {
                result = result * square % prime;
            }
            square = square * square % prime;
        }
        return (int) result;
    }

    private static int primeFrom(int least) {
        int candidate = Math.max(2, least);
        while (!isPrime(candidate)) {
            candidate++;
        }
        return candidate;
    }

    private static boolean isPrime(int number) {
        for (int divisor = 2; (long) divisor * divisor <= number; divisor++) {
            if (number % divisor == 0) {
                return false;
            }
        }
        return true;
    }
}
