/** Says where one is, on the site or in a change set, and opens the window to go elsewhere. */

import { lazy, Suspense, useState } from 'react'
import { Button as Pressable } from 'react-aria-components'
import { useChangeSet } from '../api/queries.js'
import { SET } from '../api/view.js'
import { shownText } from '../text/shown.js'
import { Icon } from '../ui/icons.js'
import { ts } from './texts.js'
import '../style/sets.css'

const SwitchWindow = lazy(async () => ({
  default: (await import('./switch-window.js')).SwitchWindow,
}))

export function SetSwitch({ siteId }: { siteId: string }) {
  const [isOpen, setOpen] = useState(false)
  const { data } = useChangeSet(siteId, SET)
  return (
    <>
      <Pressable
        className={`side-item side-set${SET === null ? '' : ' in-set'}`}
        onPress={() => setOpen(true)}
      >
        <Icon name={SET === null ? 'globe' : 'branch'} />
        <bdi className="cut grow">{SET === null ? ts('site') : shownText(data?.title ?? SET)}</bdi>
        <Icon name="down" />
      </Pressable>
      <Suspense>{isOpen && <SwitchWindow onClose={() => setOpen(false)} />}</Suspense>
    </>
  )
}
