import { useState } from 'react';
import 'self-attention/react';

export function Attention() {
  const [tokens, setTokens] = useState(0);
  return (
    <>
      <self-attention
        lesson="its-snowing"
        show="heatmap"
        controls="sentence"
        onready={({ detail }) => setTokens(detail.scene.tokens?.length ?? 0)}
        onchange={({ detail }) => setTokens(detail.scene.tokens?.length ?? 0)}
      >
        <p>The weights of “it’s snowing outside”.</p>
      </self-attention>
      <output>{tokens}</output>
    </>
  );
}
