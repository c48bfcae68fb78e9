/** Where a site is entered: at texts that it has. */

import { useEffect } from 'react'
import { listEntries } from '../../api/entries.js'
import { readCollections } from '../../api/queries.js'
import { useSiteJobs } from '../../app/jobs.js'
import { navigate } from '../../app/router.js'
import { redirect, Waiting } from '../../ui/page.js'

const POSTS = 'posts'
/** Files have a screen of their own. */
const UPLOADS = 'uploads'

/** Leads to the list of posts, or where there are none, to the first list that has something. */
export function Entrance() {
  const { site } = useSiteJobs()
  useEffect(() => {
    const ending = new AbortController()
    void findList(site.id, ending.signal).then((collection) => {
      if (ending.signal.aborted) return
      const list = collection === null ? 'pages' : `c/${encodeURIComponent(collection)}`
      redirect(() => navigate(`/sites/${site.id}/${list}${location.search}`, { replace: true }))
    })
    return () => ending.abort()
  }, [site.id])
  return <Waiting />
}

/**
 * The name of a collection whose list has something, or null for the pages; posts where nothing has.
 *
 * What can't be read leads to the posts, too: their list says what is wrong, and reads again.
 */
async function findList(siteId: string, signal: AbortSignal): Promise<string | null> {
  const hasSome = async (collection: string | null) =>
    (await listEntries({ siteId, collection }, { per_page: 1 }, signal)).total > 0
  try {
    const collections = await readCollections(siteId, signal)
    const others = collections.filter(({ path }) => path !== POSTS && path !== UPLOADS)
    for (const name of [POSTS, ...others.map(({ path }) => path), null]) {
      if (await hasSome(name)) return name
    }
    return POSTS
  } catch {
    return POSTS
  }
}
