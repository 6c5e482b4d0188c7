import { loadCore } from 'self-attention/core';
import 'self-attention/define';
import { lessons } from 'self-attention/lessons';

loadCore().then((core) => {
  const trace = core.attend(lessons['its-snowing'].scene);
  document.querySelector('output').value = JSON.stringify([...trace.tensor('weights').data]);
  trace.dispose();
});
