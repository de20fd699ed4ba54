// SPDX-License-Identifier: Apache-2.0
package io.quorate.papers.tree;

import io.quorate.core.model.NodeId;
import io.quorate.core.wire.Codec;
import io.quorate.core.wire.CodecLaws;
import io.quorate.papers.tree.TreeMessage.Fail;
import io.quorate.papers.tree.TreeMessage.Inquire;
import io.quorate.papers.tree.TreeMessage.Relinq;
import io.quorate.papers.tree.TreeMessage.Reply;
import io.quorate.papers.tree.TreeMessage.Request;
import io.quorate.papers.tree.TreeMessage.Yield;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;

class TreeCodecTest extends CodecLaws<TreeMessage> {
    @Override
    protected Codec<TreeMessage> codec() {
        return new TreeLock().codec();
    }

    @Override
    protected Arbitrary<TreeMessage> anyMessage() {
        Arbitrary<Long> numbers = Arbitraries.longs().between(0, Long.MAX_VALUE);
        return Arbitraries.oneOf(
                Combinators.combine(anyStamp(), numbers, Arbitraries.of(true, false))
                        .as(Request::new),
                Combinators.combine(anyStamp(), numbers).as(Reply::new),
                Combinators.combine(anyStamp(), numbers).as(Inquire::new),
                Combinators.combine(anyStamp(), numbers).as(Yield::new),
                anyStamp().map(Relinq::new),
                Arbitraries.integers().between(0, NodeId.INDEX_MAX).map(index -> new Fail(NodeId.of(index))));
    }
}
