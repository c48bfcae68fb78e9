/** Asks before a save hides a text whose page is live, and offers to lead its visitors elsewhere. */

import { useCallback, useState } from 'react'
import type { Entry, Site } from '../api/types.js'
import type { Form } from './form.js'
import { HideQuestion, useIsLive, type MakeRedirect } from './redirect-offer.js'

interface Asked {
  readonly texts: readonly Entry[]
  readonly answer: (redirect: MakeRedirect | null) => void
}

/** What a save is made with; null if it is not wanted after all. */
export type BeforeSave = (entry: Entry | null, form: Form) => Promise<MakeRedirect | null>

const noRedirect: MakeRedirect = () => Promise.resolve(null)

export function useHiding(site: Site) {
  const isLive = useIsLive(site)
  const [asked, setAsked] = useState<Asked | null>(null)
  const beforeSave = useCallback<BeforeSave>(
    async (entry, { visibility }) => {
      if (visibility === 'visible' || entry === null || !isLive(entry)) return noRedirect
      const redirect = await new Promise<MakeRedirect | null>((answer) =>
        setAsked({ texts: [entry], answer }),
      )
      setAsked(null)
      return redirect
    },
    [isLive],
  )
  const question = (
    <HideQuestion
      site={site}
      texts={asked?.texts ?? []}
      isOpen={asked !== null}
      onClose={() => asked?.answer(null)}
      onHide={(redirect) => asked?.answer(redirect)}
    />
  )
  return { beforeSave, question }
}
