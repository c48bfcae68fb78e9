/** The window that renames a file; links in documents are updated. */

import { useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { moveFiles, renamed } from '../../api/move-files.js'
import { keys, refreshContent } from '../../api/queries.js'
import type { StoredFile } from '../../api/types.js'
import { useSiteJobs } from '../../app/jobs.js'
import { messageOf, t } from '../../text/text.js'
import { Button } from '../../ui/button.js'
import { Window } from '../../ui/dialog.js'
import { Field } from '../../ui/text-field.js'
import { problemOf, useSending } from '../../ui/form.js'
import { Notice } from '../../ui/notice.js'
import { showToast } from '../../ui/toast.js'

interface RenameProps {
  readonly file: StoredFile
  readonly isOpen: boolean
  readonly onClose: () => void
}

export function RenameWindow({ file, isOpen, onClose }: RenameProps) {
  return (
    <Window title={t('files.rename')} isOpen={isOpen} onClose={onClose}>
      <RenameForm file={file} onClose={onClose} />
    </Window>
  )
}

function RenameForm({ file, onClose }: Omit<RenameProps, 'isOpen'>) {
  const { site } = useSiteJobs()
  const cache = useQueryClient()
  const [name, setName] = useState(file.basename)
  const wanted = name.trim().replace(/^\/+/, '')
  const isReady = wanted !== '' && wanted !== file.basename && !wanted.endsWith('/')
  const { isBusy, error, onSubmit, send } = useSending(async () => {
    const { followed, left } = await moveFiles(site.id, [
      { file, to: renamed(file.filename, wanted) },
    ])
    const done = followed > 0 ? 'files.renamed' : 'files.renamed.only'
    showToast('good', t(done, { name: wanted, count: followed }))
    if (left > 0) showToast('bad', t('files.rename.left', { count: left }))
    await cache.invalidateQueries({ queryKey: keys.files(site.id) })
    await refreshContent(cache, site.id)
    onClose()
  }, isReady)
  const problem = problemOf(error, 'changes.0.to')
  const count = file.used_by.length
  return (
    <form className="stack" onSubmit={onSubmit}>
      {error !== null && problem === undefined && <Notice tone="bad">{messageOf(error)}</Notice>}
      <Field
        autoFocus
        isCode
        label={t('files.name')}
        help={count > 0 ? t('files.rename.follow', { count }) : t('files.rename.unused')}
        error={problem}
        value={name}
        onChange={setName}
      />
      {isReady && endingOf(wanted) !== endingOf(file.basename) && (
        <Notice tone="warn">{t('files.rename.ending')}</Notice>
      )}
      <div className="row-end">
        <Button onPress={onClose}>{t('cancel')}</Button>
        <Button look="primary" busy={isBusy} isDisabled={!isReady} onPress={() => void send()}>
          {t('files.rename')}
        </Button>
      </div>
    </form>
  )
}

export function endingOf(name: string): string {
  return /\.([^./]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''
}
