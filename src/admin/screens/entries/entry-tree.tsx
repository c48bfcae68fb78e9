/** Documents or pages as a tree; folders can be opened. */

import { useState } from 'react'
import type { EntryQuery, ListPlace } from '../../api/entries.js'
import { useEntryTree, type EntryFolder } from '../../api/entry-tree.js'
import { useSiteJobs } from '../../app/jobs.js'
import { Link } from '../../app/router.js'
import { numberText, t } from '../../text/text.js'
import { Icon } from '../../ui/icons.js'
import { LoadError } from '../../ui/load-error.js'
import { Name, PathName } from '../../ui/name.js'
import { WaitingList } from '../../ui/page.js'
import { Marks } from './entry-table.js'

interface TreeProps {
  readonly place: ListPlace
  readonly query: EntryQuery
  readonly label: string
  /** True opens all folders, so that matches are visible. */
  readonly isFiltered: boolean
}

export function EntryTree({ place, query, label, isFiltered }: TreeProps) {
  const { data, error } = useEntryTree(place, query)
  if (error) return <LoadError error={error} />
  if (!data) return <WaitingList look="lines" rows={8} />
  return (
    <nav className="source-tree entry-tree" aria-label={label}>
      <Content folder={data} isOpen={isFiltered} />
    </nav>
  )
}

function Content({ folder, isOpen }: { folder: EntryFolder; isOpen: boolean }) {
  const { site } = useSiteJobs()
  return (
    <ul>
      {folder.folders.map((one) => (
        <li key={one.path}>
          <Folder folder={one} isOpen={isOpen} />
        </li>
      ))}
      {folder.entries.map((entry) => (
        <li key={entry.id}>
          <Link to={`/sites/${site.id}/${entry.type}s/${entry.id}`} className="source-row">
            <Icon name="page" />
            <Name className="cut" text={entry.title || entry.basename} />
            <Marks entry={entry} />
          </Link>
        </li>
      ))}
    </ul>
  )
}

function Folder({ folder, isOpen: isOpenFirst }: { folder: EntryFolder; isOpen: boolean }) {
  const [isOpen, setOpen] = useState(isOpenFirst)
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
        <PathName className="cut" text={folder.path.slice(folder.path.lastIndexOf('/') + 1)} />
        <span className="faint" aria-hidden="true">
          {numberText(folder.count)}
        </span>
        <span className="visually-hidden">{t('entries.count', { count: folder.count })}</span>
      </button>
      {isOpen && <Content folder={folder} isOpen={isOpenFirst} />}
    </>
  )
}
