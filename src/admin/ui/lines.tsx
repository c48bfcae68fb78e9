/** The main list of a screen, in its states: loading, failed, empty, with rows. */

import type { ReactNode } from 'react'
import { LoadError } from './load-error.js'
import { Card, WaitingList } from './page.js'

interface LinesProps<Item> {
  /** Accessible name of the list. */
  readonly label: string
  /** Undefined while loading. */
  readonly items: readonly Item[] | undefined
  readonly error: unknown
  /** Shown if the list is empty. */
  readonly empty: ReactNode
  readonly look?: string
  readonly children: (item: Item, index: number) => ReactNode
}

export function Lines<Item>(props: LinesProps<Item>) {
  const { label, items, error, empty, look = '', children } = props
  return (
    <>
      {error !== null && <LoadError error={error} />}
      {!items && error === null && <WaitingList look="lines" rows={4} />}
      {items?.length === 0 && empty}
      {items && items.length > 0 && (
        <Card>
          <ul className={`lines apart ${look}`} aria-label={label}>
            {items.map(children)}
          </ul>
        </Card>
      )}
    </>
  )
}
