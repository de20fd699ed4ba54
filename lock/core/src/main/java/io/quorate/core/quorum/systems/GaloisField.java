// SPDX-License-Identifier: Apache-2.0
package io.quorate.core.quorum.systems;

/**
 * The field with q = p^m elements, p prime. An element is a number from 0 to q-1: its digits to the base p are the
 * coefficients of a polynomial over the integers modulo p. Sums are made digit by digit. Products are made by logarithms:
 * modulo a well-chosen polynomial the powers of x run through all elements but 0.
 */
public final class GaloisField {
    private final int order;
    private final int prime;

    /** The powers of x, from x^0 to x^(q-2). */
    private final int[] powers;

    /** For each element but 0, which power of x it is. */
    private final int[] logarithms;

    public GaloisField(int order) {
        if (!isPrimePower(order)) {
            throw new IllegalArgumentException(
                    "a finite field has p^m elements for a prime p; " + order + " is not such a number");
        }
        this.order = order;
        this.prime = smallestDivisor(order);
        this.powers = new int[order - 1];
        this.logarithms = new int[order];
        int reduced = 1;
        while (!isGeneratedModulo(reduced)) {
            reduced++;
        }
    }

    public static boolean isPrimePower(int number) {
        if (number < 2) {
            return false;
        }
        int prime = smallestDivisor(number);
        int rest = number;
        while (rest % prime == 0) {
            rest /= prime;
        }
        return rest == 1;
    }

    /** The smallest divisor above 1, which is a prime. */
    private static int smallestDivisor(int number) {
        for (int divisor = 2; (long) divisor * divisor <= number; divisor++) {
            if (number % divisor == 0) {
                return divisor;
            }
        }
        return number;
    }

    /**
     * Fills the tables, unless the polynomial will not do. Where x^m is the given element, the polynomial is irreducible if
     * the powers of x come back to 1 only after q-1 of them: then every element but 0 is a power of x and has an inverse.
     * There is such a polynomial for every q.
     */
    private boolean isGeneratedModulo(int reduced) {
        int power = 1;
        for (int exponent = 0; exponent < order - 1; exponent++) {
            if (power == 0 || (power == 1 && exponent > 0)) {
                return false;
            }
            powers[exponent] = power;
            logarithms[power] = exponent;
            power = timesX(power, reduced);
        }
        return power == 1;
    }

    private int timesX(int element, int reduced) {
        int highest = order / prime;
        int product = element % highest * prime;
        for (int times = element / highest; times > 0; times--) {
            product = add(product, reduced);
        }
        return product;
    }

    public int order() {
        return order;
    }

    public int add(int one, int other) {
        if (order == prime) {
            return (one + other) % prime;
        }
        int sum = 0;
        int place = 1;
        for (int left = one, right = other; left > 0 || right > 0; left /= prime, right /= prime) {
            sum += (left + right) % prime * place; // only the last digits count: higher ones are multiples of p
            place *= prime;
        }
        return sum;
    }

    /** The additive inverse of the element. */
    int negate(int element) {
        return multiply(prime - 1, element);
    }

    public int multiply(int one, int other) {
        if (one == 0 || other == 0) {
            return 0;
        }
        return powers[(logarithms[one] + logarithms[other]) % (order - 1)];
    }

    /** The multiplicative inverse of the element, which must not be 0. */
    int inverse(int element) {
        if (element == 0) {
            throw new ArithmeticException("0 has no inverse");
        }
        return powers[(order - 1 - logarithms[element]) % (order - 1)];
    }
}
