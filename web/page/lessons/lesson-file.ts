import { html, nothing, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import { LightDomElement } from '../../controls/light-dom-element.ts';
import type { SceneCore } from '../../core/types.ts';
import { codeLanguages, isPythonLibrary, type PythonLibrary } from '../../export/code/languages.ts';
import type { LanguageCode } from '../../i18n/language.ts';
import { lessonFiles } from '../../i18n/lessons/files.ts';
import { lessonList } from '../../i18n/lessons/list.ts';
import { lessonWords } from '../../i18n/lessons/panel.ts';
import { loadGlossary, loadText } from '../../i18n/lessons/texts.ts';
import { notebookWords } from '../../i18n/notebook.ts';
import { translated } from '../../i18n/problems.ts';
import { isLessonId, loadLesson } from '../../lessons/catalogue.ts';
import { sceneAt } from '../../lessons/course.ts';
import { lessonText, readLesson, writeLesson } from '../../lessons/file.ts';
import { indexOf } from '../../lessons/items.ts';
import { lessonLimits } from '../../lessons/limits.ts';
import { keepOpened, type OpenedLesson, openedLessons } from '../../lessons/opened-lessons.ts';
import type { Scene, View } from '../../scene/types.ts';
import { explain, problemOf } from '../../session/problem.ts';
import { adoptStyles } from '../adopt-styles.ts';
import { importStyles } from '../matrix-editor/styles.ts';
import { download } from '../share/text-box.ts';
import { emit } from '../shell/events.ts';
import { FileDrop, fileButton } from '../shell/file-drop.ts';
import { fragmentOf } from '../shell/link.ts';
import { checkLesson } from './check-lesson.ts';
import { progressOf } from './progress.ts';
import './lesson-pages.ts';

/**
 * Opens your own lesson from a file that is chosen or dropped, and saves the open lesson as a file to start from.
 * An invalid file leaves everything as it is.
 */
export class LessonFilePart extends LightDomElement {
  @property({ attribute: false }) core!: SceneCore;
  /** The open lesson. */
  @property({ attribute: false }) current: string | null = null;
  /** The names of its steps, also in a notebook. */
  @property({ attribute: false }) names: View['names'];
  /** The scene of a lesson whose file must be opened first. With that file, the reader continues there. */
  @property({ attribute: false }) awaited: Scene | null = null;
  @state() private trouble = '';
  @state() private status = '';
  @state() private library: PythonLibrary = 'numpy';
  /** Only the latest file counts. */
  private reading = 0;

  /** Updates the progress when the list opens. */
  private readonly onToggle = (): void => this.requestUpdate();

  override connectedCallback(): void {
    super.connectedCallback();
    adoptStyles(importStyles);
    this.closest('[popover]')?.addEventListener('beforetoggle', this.onToggle);
  }

  private async read(file: File): Promise<void> {
    const words = lessonFiles(this.language);
    this.reading += 1;
    const { reading } = this;
    this.trouble = '';
    this.status = words.reading(file.name);
    try {
      const own = await readFile(this.language, file, this.core);
      if (reading === this.reading) await this.open(own);
    } catch (thrown) {
      if (reading !== this.reading) return;
      const problem = problemOf(thrown);
      this.status = '';
      this.trouble = words.refused(file.name, translated(this.language, problem.what, words.problems), problem.path);
    }
  }

  /** Opened like a link, with its own entry in the browser's history. */
  private async open(own: OpenedLesson): Promise<void> {
    const words = lessonFiles(this.language);
    const { view } = this.awaited ?? {};
    const goesOn = view?.lesson === own.lesson.id && indexOf(own.lesson, view.page) >= 0;
    const scene = (goesOn ? this.awaited : null) ?? sceneAt(own.lesson, 0);
    const hash = await fragmentOf(scene);
    keepOpened(own);
    this.status = '';
    this.closest<HTMLElement>('[popover]')?.hidePopover();
    if (hash === location.hash) emit(this, 'sa-lesson-request', { kind: 'open', scene });
    else location.hash = hash;
    emit(this, 'sa-lesson-request', { kind: 'announce', text: words.opened(own.text.title) });
    this.requestUpdate();
  }

  private readonly drop = new FileDrop(this, {
    file: (file) => void this.read(file),
    several: (count) => {
      const words = lessonFiles(this.language);
      this.reading += 1;
      this.status = '';
      this.trouble = words.several(count);
    },
  });

  private async save(id: string): Promise<void> {
    const words = lessonFiles(this.language);
    this.trouble = '';
    try {
      const language = this.language;
      const [lesson, text] = await Promise.all([loadLesson(id), loadText(id, language)]);
      const name = `${id}.json`;
      download(new Blob([lessonText(writeLesson(lesson, text, language))], { type: 'application/json' }), name);
      this.status = words.saved(name);
    } catch (thrown) {
      this.trouble = explain(this.language, problemOf(thrown));
    }
  }

  /** Includes your own lesson while it is open. */
  private async saveNotebook(id: string): Promise<void> {
    const words = lessonFiles(this.language);
    this.trouble = '';
    const { library } = this;
    try {
      const language = this.language;
      const own = openedLessons().find(({ lesson }) => lesson.id === id);
      const [{ lessonNotebookFor }, lesson, text] = await Promise.all([
        import('../../export/code/lesson-notebook.ts'),
        own?.lesson ?? loadLesson(id),
        own?.text ?? loadText(id, language),
      ]);
      const name = `${id}-${library}.ipynb`;
      const attend = (scene: Scene) => this.core.attend(scene);
      const notebook = lessonNotebookFor(library, lesson, text, attend, {
        words: notebookWords(this.language),
        playground: location.href.replace(/#.*/s, ''),
        ...(this.names === undefined ? {} : { names: this.names }),
      });
      download(new Blob([notebook], { type: 'application/x-ipynb+json' }), name);
      this.status = words.saved(name);
    } catch (thrown) {
      this.trouble = explain(this.language, problemOf(thrown));
    }
  }

  private notebookPart(id: string): TemplateResult {
    const words = notebookWords(this.language);
    const title = openedLessons().find(({ lesson }) => lesson.id === id)?.text.title;
    const known = isLessonId(id) ? lessonList(this.language)[id].title : '';
    return html`<button type="button" @click=${() => void this.saveNotebook(id)}>
        ${words.lesson(title ?? known)}
      </button>
      <label class="hint"
        >${words.library}
        <select
          @change=${({ target }: Event) => {
            const value = target instanceof HTMLSelectElement ? target.value : '';
            if (isPythonLibrary(value)) this.library = value;
          }}
        >
          ${codeLanguages
            .filter((language) => isPythonLibrary(language.id))
            .map(
              ({ id: library, name }) =>
                html`<option value=${library} ?selected=${library === this.library}>${name}</option>`,
            )}
        </select></label
      >`;
  }

  protected override render() {
    const words = lessonFiles(this.language);
    const { current } = this;
    const id = this.awaited === null ? 'lesson-file' : 'awaited-lesson-file';
    return html`<section
      class=${this.drop.isOver ? 'bring over' : 'bring'}
      aria-labelledby="${id}-title"
      @dragover=${this.drop.onDragOver}
      @dragleave=${this.drop.onDragLeave}
      @drop=${this.drop.onDrop}
    >
      <span id="${id}-title">${words.own}</span>
      ${openedLessons().map((own) => this.opened(own))}
      <div class="bring-acts">
        ${fileButton({
          label: words.open,
          accept: '.json,application/json',
          trouble: `${id}-trouble`,
          onFile: (file) => void this.read(file),
        })}
        <span class="hint">${words.drop}</span>
        ${
          current !== null && isLessonId(current)
            ? html`<button type="button" @click=${() => void this.save(current)}>${words.save(lessonList(this.language)[current].title)}</button>`
            : nothing
        }
        ${current === null ? nothing : this.notebookPart(current)}
      </div>
      <span role="status">${this.status}</span>
      <p class="error" role="alert" id="${id}-trouble">${this.trouble}</p>
    </section>`;
  }

  private opened(own: OpenedLesson): TemplateResult {
    const { id } = own.lesson;
    const progress = progressOf(id);
    return html`<button
      type="button"
      aria-current=${id === this.current ? 'true' : 'false'}
      @click=${() => void this.open(own)}
    >
      <strong lang=${own.language ?? ''}>${own.text.title}</strong>
      ${progress === null ? nothing : html`<span class="progress">${lessonWords(this.language).progress(progress.read.length, progress.of, progress.done.length)}</span>`}
    </button>`;
  }
}
customElements.define('sa-lesson-file', LessonFilePart);

/** The lesson in a file. Throws Error with a message for the reader. */
async function readFile(language: LanguageCode, file: File, core: SceneCore): Promise<OpenedLesson> {
  const words = lessonFiles(language);
  if (file.size > lessonLimits.file) throw new Error(words.tooLarge(file.size, lessonLimits.file));
  const [bytes, glossary] = await Promise.all([
    file.arrayBuffer().catch(() => {
      throw new Error(words.unreadable);
    }),
    loadGlossary(language),
  ]);
  const own = readLesson(textOf(language, bytes), Object.keys(glossary));
  await checkLesson(language, own, core);
  return own;
}

function textOf(language: LanguageCode, bytes: ArrayBuffer): string {
  const words = lessonFiles(language);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new Error(words.notText);
  }
}
