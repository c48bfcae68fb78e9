/** The title and the body: Markdown with live styling, or HTML and code as source. */

import { useCallback, useEffect, useRef, useState, type RefObject } from 'react'
import { useSiteJobs } from '../app/jobs.js'
import { t } from '../text/text.js'
import { SendingList } from '../ui/sending.js'
import { useLineOfAddress } from './build-problem.js'
import { CodeEditor, type CodeEditorHandle } from './code-editor.js'
import type { Place } from './place.js'
import { formatOf } from './text/format.js'
import { useInsertion } from './text/insertion.js'
import { languageOf } from './text/languages.js'
import { pictureLoader } from './text/picture-store.js'
import { Toolbar } from './text/toolbar.js'
import { useTextWindows } from './text-windows.js'
import { TitleField } from './title-field.js'
import type { Editor } from './use-editor.js'
import { WritingFoot } from './writing-foot.js'

interface WritingProps {
  readonly place: Place
  readonly editor: Editor
  readonly onScroll: (share: number) => void
  /** The area of the text. */
  readonly handle: RefObject<CodeEditorHandle | null>
}

/** Shows a text that did not come from the view, such as a merged one. */
function useTextOfOthers(
  handle: RefObject<CodeEditorHandle | null>,
  { form, textVersion }: Editor,
): void {
  const text = useRef(form.body)
  useEffect(() => {
    text.current = form.body
  })
  useEffect(() => handle.current?.replace(text.current), [handle, textVersion])
}

/** Those of the area for HTML and code. */
function sourceProps(filename: string | null) {
  return { kind: 'source', language: languageOf(filename ?? '') } as const
}

/** The format follows from the file name, which may change when the file is moved. */
export function Writing({ place, editor, onScroll, handle }: WritingProps) {
  const { site } = useSiteJobs()
  const { form, change } = editor
  const [isInTable, setInTable] = useState(false)
  const filename = editor.entry?.filename ?? null
  const format = formatOf(filename)
  const isReadOnly = editor.entry ? !editor.entry.can.update : false
  const viewOf = useCallback(() => handle.current?.view ?? null, [handle])
  useLineOfAddress(site, editor.entry, viewOf)
  useTextOfOthers(handle, editor)
  const insertion = useInsertion({ format, handle })
  const { pick, edit, openLink, windows } = useTextWindows({ site, format, viewOf, ...insertion })
  const shared = {
    ref: handle,
    label: t('editor.text'),
    initial: form.body,
    isReadOnly,
    onChange: (body: string) => change({ body }),
    onFiles: pick ? insertion.drop : undefined,
    onScroll,
  }
  return (
    <section className="writing" aria-label={t('editor.text')}>
      {!isReadOnly && (
        <Toolbar {...{ format, isInTable }} view={viewOf} onPicture={pick} onLink={openLink} />
      )}
      <div className="writing-page">
        <TitleField
          label={t('title')}
          placeholder={place.type === 'page' ? t('editor.page-title') : t('editor.title')}
          value={form.title}
          autoFocus={editor.entry === null}
          isReadOnly={isReadOnly}
          onChange={(title) => change({ title })}
          onEnter={() => handle.current?.view?.focus()}
        />
        {format === 'markdown' ? (
          <CodeEditor
            key={format}
            {...shared}
            kind="markdown"
            hint={isReadOnly ? undefined : t('editor.hint')}
            onPickFiles={pick ?? undefined}
            onLink={openLink}
            onTable={setInTable}
            pictures={{ load: pictureLoader(site.id), onEdit: edit }}
          />
        ) : (
          <CodeEditor key={filename} {...shared} {...sourceProps(filename)} />
        )}
      </div>
      <SendingList sending={insertion.sending} />
      {windows}
      {format === 'markdown' && <WritingFoot text={form.body} />}
    </section>
  )
}
