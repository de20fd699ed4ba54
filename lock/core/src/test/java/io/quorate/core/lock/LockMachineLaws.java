// SPDX-License-Identifier: Apache-2.0
package io.quorate.core.lock;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.core.model.Mode;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.RandomDistribution;

/**
 * What every machine obeys, in any run of a small cluster on FIFO channels, or on a medium with one order if it needs that.
 * Timers run out when nothing else happens any more.
 */
public abstract class LockMachineLaws<M extends Message> {
    protected abstract Protocol<M> protocol();

    /** What the world needs besides if the protocol has a part. */
    protected WorldPart<M> part() {
        return WorldPart.none();
    }

    final MachineWorld<M> newWorld() {
        return new MachineWorld<>(protocol(), part());
    }

    protected final int nodes() {
        return part().nodes();
    }

    final int node(int code) {
        return code % nodes();
    }

    final int what(int code) {
        return code / nodes();
    }

    /** How many steps the world tells apart at each node. */
    final int kinds() {
        return MachineWorld.CALLS + nodes() * part().deliveriesPerCall();
    }

    /** Any step at any node, if so many kinds of them are told apart. */
    private Arbitrary<Integer> anyStep(int of) {
        return Arbitraries.integers().between(0, nodes() * of - 1).withDistribution(RandomDistribution.uniform());
    }

    /** Any run of such steps. */
    final Arbitrary<List<Integer>> anyRun(int of) {
        return anyStep(of).list().ofMaxSize(part().stepsMax()).withSizeDistribution(RandomDistribution.uniform());
    }

    @Provide
    Arbitrary<Integer> steps() {
        return anyStep(kinds());
    }

    @Provide
    Arbitrary<List<Integer>> runs() {
        return anyRun(kinds());
    }

    @Property(tries = 300)
    void theSameCallsHaveTheSameEffects(@ForAll("runs") List<Integer> codes) {
        MachineWorld<M> one = newWorld();
        MachineWorld<M> other = newWorld();
        for (int code : codes) {
            assertThat(one.step(node(code), what(code))).isEqualTo(other.step(node(code), what(code)));
            assertThat(one.state(node(code))).isEqualTo(other.state(node(code)));
        }
    }

    @Property(tries = 300)
    void aCopyIsEqualAndGoesItsOwnWay(@ForAll("runs") List<Integer> codes, @ForAll("steps") int next) {
        MachineWorld<M> world = newWorld();
        codes.forEach(code -> world.step(node(code), what(code)));
        int node = node(next);
        MachineContext originalContext = world.contexts.get(node);
        MachineContext context = originalContext.copy();
        LockMachine<M> original = world.machines.get(node);
        LockMachine<M> copy = original.copy(context.forLock(MachineWorld.LOCK));
        String before = MachineWorld.describe(original);
        assertThat(MachineWorld.describe(copy)).isEqualTo(before);
        world.machines.set(node, copy);
        world.contexts.set(node, context);
        List<String> effects = world.step(node, what(next));
        assertThat(MachineWorld.describe(original))
                .as("the original stays as it was")
                .isEqualTo(before);
        String after = MachineWorld.describe(copy);
        if (what(next) < MachineWorld.CALLS) {
            world.machines.set(node, original);
            world.contexts.set(node, originalContext);
            assertThat(world.step(node, what(next))).isEqualTo(effects);
            assertThat(MachineWorld.describe(original)).isEqualTo(after);
        }
    }

    @Property(tries = 300)
    void neverTwoHoldersThatConflictAndNothingRemainsAtTheEnd(@ForAll("runs") List<Integer> codes) {
        MachineWorld<M> world = newWorld();
        Mode[] asked = new Mode[world.size()];
        for (int code : codes) {
            int node = node(code);
            if (world.machines.get(node).phase() == Phase.IDLE && what(code) < MachineWorld.CALLS) {
                asked[node] = askedBy(what(code));
            }
            world.step(node, what(code));
            requireOneHolder(world, asked);
        }
        requireRestOf(world);
    }

    /** The mode that a call asks for, as far as the protocol tells modes apart. */
    final Mode askedBy(int what) {
        return what == 1 && protocol().traits().knowsShared() ? Mode.SHARED : Mode.EXCLUSIVE;
    }

    final void requireOneHolder(MachineWorld<M> world, Mode[] asked) {
        for (int one = 0; one < world.size(); one++) {
            for (int other = one + 1; other < world.size(); other++) {
                boolean both = world.machines.get(one).phase() == Phase.HOLDING
                        && world.machines.get(other).phase() == Phase.HOLDING;
                assertThat(both && asked[one].conflictsWith(asked[other])).isFalse();
            }
        }
    }

    /** When everything has arrived and everybody has released, nothing remains. */
    final void requireRestOf(MachineWorld<M> world) {
        world.finishEverything();
        assertThat(world.machines).allSatisfy(machine -> {
            assertThat(machine.phase()).isEqualTo(Phase.IDLE);
            if (!protocol().traits().forgetsIdleLocks()) {
                return;
            }
            assertThat(machine.isQuiescent()).isTrue();
            assertThat(MachineWorld.describe(machine))
                    .as("a quiescent machine is as good as a new one: the engine uses it again")
                    .isEqualTo(MachineWorld.describe(newWorld().machines.get(0)));
        });
    }
}
