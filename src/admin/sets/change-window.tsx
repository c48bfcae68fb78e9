/** The window with what a change set does to one file, beside what the site has. */

import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useSiteJobs } from '../app/jobs.js'
import { DiffView } from '../editor/diff-view.js'
import { Differences } from '../editor/differences.js'
import { EMPTY, formOf } from '../editor/form.js'
import { messageOf, t } from '../text/text.js'
import { Button } from '../ui/button.js'
import { Window } from '../ui/dialog.js'
import { Notice } from '../ui/notice.js'
import { WaitingList } from '../ui/page.js'
import { isPicture, readPicture, readText, readVersion, type Version } from './versions.js'
import { titleOf, type ChangeSet, type SetChange } from './sets.js'
import { ts } from './texts.js'

interface ChangeProps {
  readonly set: ChangeSet
  readonly change: SetChange
  readonly onClose: () => void
}

export function ChangeWindow({ set, change, onClose }: ChangeProps) {
  return (
    <Window title={ts('look.of', { title: titleOf(change) })} isOpen onClose={onClose} isWide>
      <p className="soft">{ts(set.behind ? 'look.behind' : 'look.text')}</p>
      <Content set={set} change={change} />
      <div className="row-end">
        <Button onPress={onClose}>{t('close')}</Button>
      </div>
    </Window>
  )
}

function Content({ set, change }: Omit<ChangeProps, 'onClose'>) {
  const { path, from, action } = change
  const before = action === 'created' ? null : { ...change, path: from ?? path, setId: undefined }
  const after = action === 'deleted' ? null : { ...change, setId: set.id }
  return <Beside key={set.head} before={before} after={after} siteId={set.site_id} />
}

interface BesideProps {
  readonly siteId: string
  /** Null for a version that is not there. */
  readonly before: Version | null
  readonly after: Version | null
}

/** Two versions of a file with their differences: by field, by line, or as pictures. */
function Beside({ siteId, before, after }: BesideProps) {
  const { site } = useSiteJobs()
  const either = after ?? before
  if (either === null) return null
  if (either.type === 'document' || either.type === 'page') {
    return <TextsBeside {...{ siteId, before, after }} />
  }
  if (isPicture(either.path)) return <PicturesBeside {...{ siteId, before, after }} />
  if (site.can.edit_source) return <SourcesBeside {...{ siteId, before, after }} />
  return <p className="soft">{ts('look.none')}</p>
}

/** Reads both versions; never from the cache, as the site and the set go on. */
function useVersions<Value>(
  { siteId, before, after }: BesideProps,
  read: (siteId: string, version: Version, signal: AbortSignal) => Promise<Value>,
) {
  return useQuery({
    queryKey: ['set-versions', siteId, before, after],
    gcTime: 0,
    queryFn: ({ signal }) =>
      Promise.all([before, after].map(async (one) => one && read(siteId, one, signal))),
  })
}

interface ReadProps<Value> {
  readonly found: ReturnType<typeof useVersions<Value>>
  readonly children: (sides: readonly (Value | null | undefined)[]) => ReactNode
}

function Read<Value>({ found: { data, error }, children }: ReadProps<Value>) {
  if (error) return <Notice tone="bad">{messageOf(error)}</Notice>
  return data ? children(data) : <WaitingList look="lines" rows={3} />
}

function TextsBeside(props: BesideProps) {
  const found = useVersions(props, readVersion)
  return (
    <Read found={found}>
      {([before, after]) => (
        <Differences
          before={before ? formOf(before) : EMPTY}
          after={after ? formOf(after) : EMPTY}
        />
      )}
    </Read>
  )
}

function SourcesBeside(props: BesideProps) {
  const found = useVersions(props, readText)
  return (
    <Read found={found}>
      {(sides) => {
        // Null for a file that is no text.
        const [before, after] = sides.map((side) => (side === null ? '' : side?.text))
        if (typeof before !== 'string' || typeof after !== 'string') {
          return <p className="soft">{ts('look.none')}</p>
        }
        return <DiffView before={before} after={after} />
      }}
    </Read>
  )
}

function PicturesBeside(props: BesideProps) {
  const found = useVersions(props, readPicture)
  const { before, after } = props
  return (
    <Read found={found}>
      {(sides) => (
        <div className="two">
          {[before, after].map((version, index) => {
            const label = ts(index === 0 ? 'look.before' : 'look.after')
            const address = sides[index]
            if (version === null || !address) return null
            return (
              <figure key={label} className="stack-small">
                <figcaption className="faint">{label}</figcaption>
                <img src={address} alt={label} />
              </figure>
            )
          })}
        </div>
      )}
    </Read>
  )
}
