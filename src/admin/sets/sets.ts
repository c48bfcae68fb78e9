/** Reads change sets, and changes them. */

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { call, list, type Reply } from '../api/client.js'
import { keys, usePeople } from '../api/queries.js'
import { useSiteJobs } from '../app/jobs.js'
import { showToast } from '../ui/toast.js'
import { ts } from './texts.js'

export type ChangeSet = Reply<'getChangeSet'>
export type SetNote = Reply<'listSetNotes'>[number]
export type SetChange = Reply<'listSetChanges'>[number]

/** Whose version of a file stays that can't be merged. */
export type Kept = 'set' | 'main'

/** More are counted, not listed. */
const MAX_ROWS = 1000

const placeOf = ({ site_id, id }: ChangeSet) => ({ site_id, change_set_id: id })

/** The address of a screen of the site; with a set, as that set has it. */
export function pathOf(siteId: string, rest: string, setId?: string): string {
  const query = setId === undefined ? '' : `?change_set=${encodeURIComponent(setId)}`
  return `/sites/${siteId}${rest}${query}`
}

/** What a changed file is called to people. */
export function titleOf({ type, title, path }: SetChange): string {
  return type === 'site' ? ts('config') : title || path
}

export function useSets(siteId: string) {
  return useQuery({
    queryKey: keys.sets(siteId),
    queryFn: async ({ signal }) => {
      const how = { path: { site_id: siteId }, query: { per_page: MAX_ROWS }, signal }
      return (await list('listChangeSets', how)).items
    },
  })
}

export function useSetChanges(set: ChangeSet) {
  return useQuery({
    // What has changed in it, or lands beside it, may change the rows.
    queryKey: [...keys.sets(set.site_id), set.id, 'changes', set.head, set.behind, set.conflicts],
    enabled: set.state === 'open',
    queryFn: ({ signal }) =>
      list('listSetChanges', { path: placeOf(set), query: { per_page: MAX_ROWS }, signal }),
  })
}

/** What was said of a set, newest first. */
export function useSetNotes(set: ChangeSet) {
  return useQuery({
    queryKey: [...keys.sets(set.site_id), set.id, 'notes', set.handed_in_at],
    queryFn: async ({ signal }) => {
      const how = { path: placeOf(set), query: { per_page: MAX_ROWS }, signal }
      return (await list('listSetNotes', how)).items
    },
  })
}

/** The name of who did something with a set; null if the server did. */
export function useNameOf(): (userId: string | null) => string | null {
  const { site } = useSiteJobs()
  const { data: people = [] } = usePeople(site.id)
  return (userId) => {
    const person = people.find(({ id }) => id === userId)
    return person ? person.fullname || person.email : null
  }
}

/** Makes a set. @throws ApiError */
export function startSet(siteId: string, title: string): Promise<ChangeSet> {
  return call('createChangeSet', { path: { site_id: siteId }, body: { title } })
}

/** What can be done with a set. Each reads again what depends on it. */
export function useSetActions(set: ChangeSet) {
  const cache = useQueryClient()
  const path = placeOf(set)
  const { title } = set
  // A landing changes the texts of the site, too.
  const refresh = () => cache.invalidateQueries()
  const tell = async (text: string) => {
    showToast('good', text)
    await refresh()
  }
  return {
    rename: async (name: string) => {
      await call('updateChangeSet', { path, body: { title: name } })
      await refresh()
    },
    bringBack: async () => {
      await call('updateChangeSet', { path, body: { state: 'open' } })
      await tell(ts('back.done', { title }))
    },
    drop: async () => {
      await call('dropChangeSet', { path })
      await tell(ts('dropped', { title }))
    },
    /** @param settled whose version stays of each file that can't be merged, by path */
    update: async (settled: ReadonlyMap<string, Kept>) => {
      const settle = [...settled].map(([of, keep]) => ({ path: of, keep }))
      try {
        await call('mergeIntoChangeSet', { path, body: { settle } })
        showToast('good', ts('updated'))
      } finally {
        await refresh()
      }
    },
    handIn: async (note: string) => {
      await call('handInChangeSet', { path, body: { note } })
      await tell(ts('handed', { title }))
    },
    sendBack: async (notes: readonly { readonly path: string | null; readonly text: string }[]) => {
      try {
        await call('sendBackChangeSet', { path, body: { notes: [...notes] } })
        showToast('good', ts('sent', { title }))
      } finally {
        await refresh()
      }
    },
    land: async () => {
      try {
        await call('landChangeSet', { path, body: {} })
        showToast('good', ts('landed', { title }))
      } finally {
        await refresh()
      }
    },
  }
}
