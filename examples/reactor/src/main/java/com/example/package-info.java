/** How to use locks in Reactor. Copy it: it stands for code of your own. */
@NullMarked
package com.example;

import org.jspecify.annotations.NullMarked;
