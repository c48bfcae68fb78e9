/** The whole file, front matter and all, for whoever may change the source. */

import { useState } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { request, requestText, upload } from '../api/http.js'
import { encodePath, entryPath, refreshContent, sitePath } from '../api/queries.js'
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
  const path = `${sitePath(site.id)}/source/${encodePath(entry.filename)}`
  const { data, error } = useQuery({
    queryKey: ['source', site.id, entry.filename, entry.sha],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: ({ signal }) =>
      requestText({ path, query: { download: true }, headers: { Accept: '*/*' }, signal }),
  })
  return (
    <section className="writing source-page" aria-label={t('editor.source')}>
      {editor.isDirty && <Notice tone="warn">{t('editor.source.dirty')}</Notice>}
      {error && <Notice tone="bad">{messageOf(error)}</Notice>}
      {data === undefined && !error && <Waiting />}
      {data !== undefined && !editor.isDirty && (
        <SourceText key={entry.sha} {...{ site, entry, editor, path }} initial={data} />
      )}
    </section>
  )
}

interface TextProps extends SourceProps {
  readonly path: string
  readonly initial: string
}

function SourceText({ site, entry, editor, path, initial }: TextProps) {
  const [text, setText] = useState(initial)
  const [error, setError] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)
  const cache = useQueryClient()
  const save = async () => {
    setBusy(true)
    setError(null)
    try {
      const file = new Blob([text], { type: 'text/plain' })
      const headers = { 'If-Match': `"${entry.sha}"` }
      await upload({ method: 'PUT', path, file, name: entry.basename, headers })
      editor.adopt(await request<FullEntry>({ path: entryPath(entry) }))
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
