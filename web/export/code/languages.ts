/** The languages of exported code. */
export type CodeLanguage = PythonLibrary | 'cpp';

/** The Python libraries among them. */
export type PythonLibrary = 'numpy' | 'pytorch' | 'tensorflow' | 'jax';

/** In the order of the menus. `name` is the display name. */
export const codeLanguages: readonly {
  readonly id: CodeLanguage;
  readonly name: string;
  readonly extension: 'py' | 'cpp';
}[] = [
  { id: 'numpy', name: 'NumPy', extension: 'py' },
  { id: 'pytorch', name: 'PyTorch', extension: 'py' },
  { id: 'tensorflow', name: 'TensorFlow 2', extension: 'py' },
  { id: 'jax', name: 'JAX', extension: 'py' },
  { id: 'cpp', name: 'C++', extension: 'cpp' },
];

export const isPythonLibrary = (id: string): id is PythonLibrary =>
  codeLanguages.some((language) => language.id === id && language.extension === 'py');
