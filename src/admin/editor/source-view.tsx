/** The whole file, front matter and all, for whoever may change the source. */

import { useState } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getEntry } from '../api/entries.js'
import { refreshContent } from '../api/queries.js'
import { readSourceText, writeSource } from '../api/source-text.js'
import type { FullEntry, Site } from '../api/types.js'
import { messageOf, t } from '../text/text.js'
import { Button } from '../ui/button.js'
import { Notice, tell } from '../ui/notice.js'
import { Waiting } from '../ui/page.js'
import { CodeEditor } from './code-editor.js'
import type { Editor } from './use-editor.js'

interface SourceProps {
  readonly site: Site
  readonly entry: FullEntry
  readonly editor: Editor
}

export function SourceView({ site, entry, editor }: SourceProps) {
  const { data, error } = useQuery({
    queryKey: ['source', site.id, entry.filename, entry.sha],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: ({ signal }) => readSourceText(site.id, entry.filename, signal),
  })
  return (
    <section className="writing source-page" aria-label={t('editor.source')}>
      {editor.isDirty && <Notice tone="warn">{t('editor.source.dirty')}</Notice>}
      {error && <Notice tone="bad">{messageOf(error)}</Notice>}
      {data === undefined && !error && <Waiting />}
      {data === null && <Notice tone="warn">{t('editor.source.none')}</Notice>}
      {typeof data === 'string' && !editor.isDirty && (
        <SourceText key={entry.sha} {...{ site, entry, editor }} initial={data} />
      )}
    </section>
  )
}

interface TextProps extends SourceProps {
  readonly initial: string
}

function SourceText({ site, entry, editor, initial }: TextProps) {
  const [text, setText] = useState(initial)
  const [error, setError] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)
  const cache = useQueryClient()
  const save = async () => {
    setBusy(true)
    setError(null)
    try {
      await writeSource({ siteId: site.id, name: entry.filename }, text, entry.sha)
      editor.adopt(await getEntry(entry))
      await refreshContent(cache, site.id)
      tell('good', t('saved'))
    } catch (problem) {
      setError(problem)
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <div className="row source-head">
        <span className="code grow cut">{entry.filename}</span>
        <Button
          look="primary"
          busy={isBusy}
          isDisabled={text === initial}
          onPress={() => void save()}
        >
          {t('save')}
        </Button>
      </div>
      {error !== null && <Notice tone="bad">{messageOf(error)}</Notice>}
      <CodeEditor
        label={t('editor.source')}
        initial={initial}
        kind="source"
        markedLine={entry.front_matter_error?.line}
        onChange={setText}
      />
    </>
  )
}
