/** The user's own unsaved texts of a site, also those of other devices. */

import { useQuery } from '@tanstack/react-query'
import { call } from './client.js'
import { keys } from './queries.js'
import { SET } from './view.js'

export function useUnsavedTexts(siteId: string) {
  return useQuery({
    queryKey: [...keys.site(siteId), 'unsaved'],
    enabled: SET === null,
    queryFn: ({ signal }) => call('listUnsaved', { path: { site_id: siteId }, signal }),
    // An editor that was just left has changed it.
    refetchOnMount: 'always',
  })
}
