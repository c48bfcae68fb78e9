/** Folder navigation: open, go back, create. */

import { useState } from 'react'
import { folderName, foldersAbove, foldersIn } from '../../api/file-folders.js'
import type { StoredFile } from '../../api/types.js'
import { useSiteJobs } from '../../app/jobs.js'
import { Link, navigate } from '../../app/router.js'
import { properStem } from '../../editor/uploads.js'
import { numberText, t } from '../../text/text.js'
import { Button } from '../../ui/button.js'
import { Window } from '../../ui/dialog.js'
import { Field } from '../../ui/text-field.js'
import { Icon } from '../../ui/icons.js'
import { PathName } from '../../ui/name.js'

interface FoldersProps {
  readonly files: readonly StoredFile[]
  /** Path of the open folder; empty for the root. */
  readonly folder: string
  /** Parent of a new folder; null if the user may not upload. */
  readonly newIn: string | null
}

export function Folders({ files, folder, newIn }: FoldersProps) {
  const { site } = useSiteJobs()
  const [isNaming, setNaming] = useState(false)
  const inner = foldersIn(files, folder)
  const above = foldersAbove(folder)
  const to = (path: string) => placeOf(site.id, path)
  return (
    <nav className="folders" aria-label={t('files.folders')}>
      {above.length > 0 && (
        <ol className="folder-way">
          <li>
            <Link to={to('')}>{t('files.kind.all')}</Link>
          </li>
          {above.map((path) => (
            <li key={path}>
              {path === folder ? (
                <strong aria-current="page">
                  <PathName text={folderName(path)} />
                </strong>
              ) : (
                <Link to={to(path)}>
                  <PathName text={folderName(path)} />
                </Link>
              )}
            </li>
          ))}
        </ol>
      )}
      <ul className="folder-list">
        {inner.map(({ path, count }) => (
          <li key={path}>
            <Link to={to(path)} className="button">
              <Icon name="folder" />
              <PathName className="cut" text={folderName(path)} />
              <span className="faint" aria-hidden="true">
                {numberText(count)}
              </span>
              <span className="visually-hidden">{t('n.files', { count })}</span>
            </Link>
          </li>
        ))}
        {newIn !== null && (
          <li>
            <Button look="quiet" icon="plus" onPress={() => setNaming(true)}>
              {t('files.folder.new')}
            </Button>
          </li>
        )}
      </ul>
      <Window title={t('files.folder.new')} isOpen={isNaming} onClose={() => setNaming(false)}>
        <NewFolder
          onClose={() => setNaming(false)}
          onName={(name) => navigate(to(`${newIn ?? folder}/${name}`))}
        />
      </Window>
    </nav>
  )
}

function placeOf(siteId: string, folder: string): string {
  const query = folder === '' ? '' : `?folder=${encodeURIComponent(folder)}`
  return `/sites/${siteId}/files${query}`
}

interface NewProps {
  readonly onClose: () => void
  readonly onName: (name: string) => void
}

function NewFolder({ onClose, onName }: NewProps) {
  const [name, setName] = useState('')
  const proper = properStem(name)
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault()
        if (proper === '') return
        onName(proper)
        onClose()
      }}
    >
      <Field
        autoFocus
        label={t('files.folder.name')}
        help={
          proper === '' || proper === name
            ? t('files.folder.help')
            : t('files.folder.as', { name: proper })
        }
        value={name}
        onChange={setName}
      />
      <div className="row-end">
        <Button onPress={onClose}>{t('cancel')}</Button>
        <Button type="submit" look="primary" isDisabled={proper === ''}>
          {t('files.folder.make')}
        </Button>
      </div>
    </form>
  )
}
