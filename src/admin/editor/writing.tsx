/** The title and the body: Markdown with live styling, or HTML and code as source. */

import { useCallback, useEffect, useRef } from 'react'
import { useSiteJobs } from '../app/jobs.js'
import { t } from '../text/text.js'
import { chooseFiles } from '../ui/choose-files.js'
import { SendingList } from '../ui/sending.js'
import { useLineOfAddress } from './build-problem.js'
import { CodeEditor, type CodeEditorHandle } from './code-editor.js'
import type { Place } from './place.js'
import { formatOf } from './text/format.js'
import { useInsertion } from './text/insertion.js'
import { languageOf } from './text/languages.js'
import { pictureLoader } from './text/picture-store.js'
import { Toolbar } from './text/toolbar.js'
import { TitleField } from './title-field.js'
import type { Editor } from './use-editor.js'

interface WritingProps {
  readonly place: Place
  readonly editor: Editor
  readonly onScroll: (share: number) => void
}

/** The format follows from the file name, which may change when the file is moved. */
export function Writing({ place, editor, onScroll }: WritingProps) {
  const { site } = useSiteJobs()
  const { form, change, textVersion } = editor
  const handle = useRef<CodeEditorHandle>(null)
  const text = useRef(form.body)
  const filename = editor.entry?.filename ?? null
  const format = formatOf(filename)
  const isReadOnly = editor.entry ? !editor.entry.can.update : false
  const viewOf = useCallback(() => handle.current?.view ?? null, [])
  useLineOfAddress(site, editor.entry, viewOf)
  useEffect(() => {
    text.current = form.body
  })
  // Update the view only if the text did not come from it.
  useEffect(() => handle.current?.replace(text.current), [textVersion])
  const { sending, addFiles } = useInsertion({ format, handle })
  const mayAdd = site.can.upload_files
  const shared = {
    ref: handle,
    label: t('editor.text'),
    initial: form.body,
    isReadOnly,
    onChange: (body: string) => change({ body }),
    onFiles: mayAdd ? addFiles : undefined,
    onScroll,
  }
  return (
    <section className="writing" aria-label={t('editor.text')}>
      {!isReadOnly && <Toolbar format={format} view={viewOf} onFiles={mayAdd ? addFiles : null} />}
      <SendingList sending={sending} />
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
            onPickFiles={mayAdd ? () => chooseFiles({ isMultiple: true }, addFiles) : undefined}
            pictureOf={pictureLoader(site.id)}
          />
        ) : (
          <CodeEditor
            key={filename}
            {...shared}
            kind="source"
            language={languageOf(filename ?? '')}
          />
        )}
      </div>
    </section>
  )
}
