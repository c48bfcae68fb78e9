/** The tree of source files; a folder is loaded when it is opened. */

import { useState } from 'react'
import type { Site } from '../api/types.js'
import { messageOf, t } from '../text/text.js'
import { Icon } from '../ui/icons.js'
import { Notice } from '../ui/notice.js'
import { WaitingList } from '../ui/page.js'
import { useFolder } from './source-api.js'
import { PathName } from '../ui/name.js'

interface TreeProps {
  readonly site: Site
  readonly folder: string
  /** Path of the open file. */
  readonly current: string
  readonly onOpen: (name: string) => void
}

export function Tree(props: TreeProps) {
  const { site, folder, current, onOpen } = props
  const { data, error } = useFolder(site.id, folder)
  if (error) return <Notice tone="bad">{messageOf(error)}</Notice>
  if (!data) return <WaitingList look="names" rows={folder === '' ? 8 : 2} />
  if (data.length === 0) return <p className="faint source-none">{t('source.none')}</p>
  return (
    <ul>
      {data.map((entry) => (
        <li key={entry.name}>
          {entry.type === 'directory' ? (
            <Folder {...props} folder={entry.name} />
          ) : (
            <button
              type="button"
              className="source-row"
              aria-current={entry.name === current ? 'page' : undefined}
              onClick={() => onOpen(entry.name)}
            >
              <Icon name="page" />
              <PathName className="cut" text={entry.name.slice(entry.name.lastIndexOf('/') + 1)} />
              {entry.conflict_of !== undefined && (
                <span className="badge bad">{t('source.conflict')}</span>
              )}
            </button>
          )}
        </li>
      ))}
    </ul>
  )
}

function Folder(props: TreeProps) {
  const { folder, current } = props
  const [isOpen, setOpen] = useState(current.startsWith(`${folder}/`))
  return (
    <>
      <button
        type="button"
        className="source-row"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon name={isOpen ? 'down' : 'forward'} />
        <Icon name="folder" />
        <PathName className="cut" text={folder.slice(folder.lastIndexOf('/') + 1)} />
      </button>
      {isOpen && <Tree {...props} />}
    </>
  )
}
