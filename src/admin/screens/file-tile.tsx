/** One uploaded file. */

import { useState } from 'react'
import { Button as Pressable } from 'react-aria-components'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../api/client.js'
import { keys } from '../api/queries.js'
import type { StoredFile } from '../api/types.js'
import { useSiteJobs } from '../app/jobs.js'
import { markdownFor } from '../editor/uploads.js'
import { agoText, messageOf, sizeText, t } from '../text/text.js'
import { Confirm } from '../ui/dialog.js'
import { Icon } from '../ui/icons.js'
import { Menu, type MenuEntry } from '../ui/menu.js'
import { tell } from '../ui/notice.js'

export function FileTile({ file }: { file: StoredFile }) {
  const [isAsking, setAsking] = useState(false)
  const { isBusy, remove } = useRemoval(file)
  const entries: MenuEntry[] = [
    { id: 'copy', label: t('files.copy'), icon: 'copy', onAction: () => copy(file) },
    { id: 'download', label: t('download'), icon: 'download', onAction: () => download(file) },
  ]
  if (file.can.delete) {
    const onAction = () => setAsking(true)
    entries.push({ id: 'delete', label: t('delete'), icon: 'trash', isDanger: true, onAction })
  }
  const label = t('files.of', { name: file.basename })
  return (
    <li className="file">
      <Picture file={file} />
      <div className="file-name">
        <span className="grow stack-small">
          <bdi className="cut" title={file.basename}>
            {file.basename}
          </bdi>
          <span className="faint cut">
            {sizeText(file.filesize)} · {agoText(file.updated_at)}
          </span>
        </span>
        <Menu label={label} entries={entries}>
          <Pressable className="button icon-only quiet" aria-label={label}>
            <Icon name="more" />
          </Pressable>
        </Menu>
      </div>
      <Confirm
        title={t('files.delete', { name: file.basename })}
        action={t('delete')}
        isOpen={isAsking}
        isBusy={isBusy}
        onClose={() => setAsking(false)}
        onConfirm={() => void remove().then(() => setAsking(false))}
      >
        {t('files.delete.text')}
      </Confirm>
    </li>
  )
}

function useRemoval(file: StoredFile) {
  const { site } = useSiteJobs()
  const cache = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const remove = async () => {
    setBusy(true)
    try {
      const path = { site_id: site.id, filename: file.filename }
      await call('deleteFile', { path, headers: { 'If-Match': `"${file.sha}"` } })
      tell('good', t('deleted', { name: file.basename }))
      await cache.invalidateQueries({ queryKey: keys.files(site.id) })
    } catch (error) {
      tell('bad', messageOf(error))
    } finally {
      setBusy(false)
    }
  }
  return { isBusy, remove }
}

function copy(file: StoredFile): void {
  navigator.clipboard.writeText(markdownFor(file)).then(
    () => tell('good', t('copied')),
    () => tell('bad', t('copy-failed')),
  )
}

function Picture({ file }: { file: StoredFile }) {
  const ending = file.basename.split('.').at(-1) ?? ''
  return (
    <div className="file-picture" aria-hidden="true">
      <Icon name={file.content_type.startsWith('image/') ? 'image' : 'page'} />
      <span className="file-ending">{ending.slice(0, 6)}</span>
    </div>
  )
}

/** By a link of this page, so that the session's cookie goes along. */
function download(file: StoredFile): void {
  const link = document.createElement('a')
  link.href = new URL(file.download_url).pathname + new URL(file.download_url).search
  link.download = file.basename
  link.click()
}
