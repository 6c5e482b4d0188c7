import { html, type ReactiveControllerHost, type TemplateResult } from 'lit';

/** A dropped or chosen file. */
interface Dropped {
  readonly file: (file: File) => void;
  /** More than one file: `count` of them. */
  readonly several: (count: number) => void;
  readonly text?: (text: string) => void;
}

/** A part of the page that accepts one dropped file. The host is updated when a file is dragged over it or leaves. */
export class FileDrop {
  private over = false;

  constructor(
    private readonly host: ReactiveControllerHost,
    private readonly dropped: Dropped,
  ) {}

  get isOver(): boolean {
    return this.over;
  }

  readonly onDragOver = (event: DragEvent): void => {
    event.preventDefault();
    this.setOver(true);
  };

  readonly onDragLeave = (): void => this.setOver(false);

  readonly onDrop = (event: DragEvent): void => {
    event.preventDefault();
    this.setOver(false);
    const { dataTransfer } = event;
    const [file, ...others] = dataTransfer?.files ?? [];
    if (others.length > 0) this.dropped.several(1 + others.length);
    else if (file !== undefined) this.dropped.file(file);
    else this.dropped.text?.(dataTransfer?.getData('text/plain') ?? '');
  };

  private setOver(over: boolean): void {
    if (over === this.over) return;
    this.over = over;
    this.host.requestUpdate();
  }
}

interface FileButton {
  readonly label: string;
  /** The `accept` attribute of <input type="file">. */
  readonly accept: string;
  /** The id of the element that says why a file was refused. */
  readonly trouble: string;
  readonly onFile: (file: File) => void;
}

/** A button that opens the file picker. */
export const fileButton = ({ label, accept, trouble, onFile }: FileButton): TemplateResult =>
  html`<label class="file-button">
    <input
      type="file"
      accept=${accept}
      aria-describedby=${trouble}
      @change=${({ target }: Event) => {
        if (!(target instanceof HTMLInputElement)) return;
        const [file] = target.files ?? [];
        if (file !== undefined) onFile(file);
        // Choosing the same file again, after it was corrected, must also send a change event.
        target.value = '';
      }}
    /><span>${label}</span>
  </label>`;

/** Takes files that are dropped anywhere on the page, except on a part that takes files itself. Returns how to stop. */
export function onPageDrop(onFiles: (files: readonly File[]) => void): () => void {
  const over = (event: DragEvent): void => {
    if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
  };
  const drop = (event: DragEvent): void => {
    const files = [...(event.dataTransfer?.files ?? [])];
    if (event.defaultPrevented || files.length === 0) return;
    event.preventDefault();
    onFiles(files);
  };
  addEventListener('dragover', over);
  addEventListener('drop', drop);
  return () => {
    removeEventListener('dragover', over);
    removeEventListener('drop', drop);
  };
}
