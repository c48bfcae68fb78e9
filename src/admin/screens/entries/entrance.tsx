/** The start page of a site: redirects to a list that has documents. */

import { useEffect, useState } from 'react'
import { listEntries } from '../../api/entries.js'
import { readCollections } from '../../api/queries.js'
import { useSiteJobs } from '../../app/jobs.js'
import { navigate, rememberPath } from '../../app/router.js'
import { redirect, Waiting } from '../../ui/page.js'

const POSTS = 'posts'
/** The collection of files has its own screen. */
const UPLOADS = 'uploads'

/** Redirects to the posts, or if there are none, to the first list that is not empty. */
export function Entrance() {
  const { site } = useSiteJobs()
  // The path that is rendered: by the time of the effect, the user may have left it.
  const [isHere] = useState(rememberPath)
  useEffect(() => {
    const ending = new AbortController()
    void findList(site.id, ending.signal).then((collection) => {
      if (ending.signal.aborted || !isHere()) return
      const list = collection === null ? 'pages' : `c/${encodeURIComponent(collection)}`
      redirect(() => navigate(`/sites/${site.id}/${list}${location.search}`, { replace: true }))
    })
    return () => ending.abort()
  }, [site.id, isHere])
  return <Waiting />
}

/**
 * The path of the first collection that is not empty; null for the pages; `posts` if all are empty.
 *
 * If a request fails, this is `posts` too: their list shows the error and can retry.
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
