Reveal.initialize({ hash: true });
