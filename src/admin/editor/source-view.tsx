/** The whole file, front matter and all, for whoever may change the source. */

import { useState } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { call, upload } from '../api/client.js'
import { getEntry } from '../api/entries.js'
import { refreshContent } from '../api/queries.js'
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
    queryFn: async ({ signal }) => {
      const path = { site_id: site.id, name: entry.filename }
      const headers = { Accept: '*/*' }
      const file = await call('getSource', { path, query: { download: 'true' }, headers, signal })
      return file instanceof Blob ? file.text() : JSON.stringify(file)
    },
  })
  return (
    <section className="writing source-page" aria-label={t('editor.source')}>
      {editor.isDirty && <Notice tone="warn">{t('editor.source.dirty')}</Notice>}
      {error && <Notice tone="bad">{messageOf(error)}</Notice>}
      {data === undefined && !error && <Waiting />}
      {data !== undefined && !editor.isDirty && (
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
      const file = new Blob([text], { type: 'text/plain' })
      const headers = { 'If-Match': `"${entry.sha}"` }
      const path = { site_id: site.id, name: entry.filename }
      await upload('putSource', { path, file, filename: entry.basename, headers })
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
