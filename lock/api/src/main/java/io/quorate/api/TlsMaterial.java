package io.quorate.api;

/** Where a node has its certificate and key from, and whom it trusts: files, or an {@code SSLContext}. */
public sealed interface TlsMaterial permits TlsFiles, TlsContext {}
