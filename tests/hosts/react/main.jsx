import { createRoot } from 'react-dom/client';
import { Attention } from './Attention.jsx';
import Lesson from './lesson.mdx';

createRoot(document.getElementById('root')).render(
  <>
    <Attention />
    <Lesson />
  </>,
);
