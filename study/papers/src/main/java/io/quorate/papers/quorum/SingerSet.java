// SPDX-License-Identifier: Apache-2.0
package io.quorate.papers.quorum;

import io.quorate.core.quorum.systems.GaloisField;

/**
 * A set of q+1 numbers modulo q(q+1)+1 in which every difference occurs exactly once (Singer 1938), for a prime power q: a
 * line of the projective plane, when its points are numbered along a cycle that turns lines into lines.
 *
 * <p>The points are the powers of a root of x^3 = ax^2 + bx + c over the field with q elements, multiples counting as the
 * same; a line through the first two of them is where the sequence s(i+3) = a s(i+2) + b s(i+1) + c s(i) is 0. Which a, b
 * and c serve is tried out.
 */
final class SingerSet {
    private final GaloisField field;
    private final int modulus;
    private final int[] members;

    private SingerSet(int order) {
        this.field = new GaloisField(order);
        this.modulus = order * (order + 1) + 1;
        this.members = new int[order + 1];
    }

    /** Whether there is one modulo this number. */
    static boolean fits(int modulus) {
        int order = (int) Math.sqrt(modulus);
        return order * (order + 1) + 1 == modulus && GaloisField.isPrimePower(order);
    }

    /** One of those modulo this number, in ascending order; always the same one. */
    static int[] of(int modulus) {
        return new SingerSet((int) Math.sqrt(modulus)).find();
    }

    private int[] find() {
        for (int a = 0; a < field.order(); a++) {
            for (int b = 0; b < field.order(); b++) {
                for (int c = 1; c < field.order(); c++) {
                    if (isLine(a, b, c) && everyDifferenceOccursOnce()) {
                        return members;
                    }
                }
            }
        }
        throw new IllegalStateException("no difference set modulo " + modulus + ", although the order " + field.order()
                + " is a prime power: please report this");
    }

    /** Fills in where the sequence is 0; whether that is as often as a line has points. */
    private boolean isLine(int a, int b, int c) {
        int count = 0;
        int first = 0;
        int second = 0;
        int third = 1;
        for (int i = 0; i < modulus; i++) {
            if (first == 0) {
                if (count == members.length) {
                    return false;
                }
                members[count] = i;
                count++;
            }
            int next =
                    field.add(field.add(field.multiply(a, third), field.multiply(b, second)), field.multiply(c, first));
            first = second;
            second = third;
            third = next;
        }
        return count == members.length;
    }

    private boolean everyDifferenceOccursOnce() {
        boolean[] occurs = new boolean[modulus];
        for (int one : members) {
            for (int other : members) {
                int difference = Math.floorMod(one - other, modulus);
                if (one != other && occurs[difference]) {
                    return false;
                }
                occurs[difference] = true;
            }
        }
        return true;
    }
}
