/** A menu of things to do. */

import type { ReactNode } from 'react'
import { Menu as MenuPrimitive, MenuItem, MenuTrigger, Popover } from 'react-aria-components'
import { Icon, type IconName } from './icons.js'

export interface MenuEntry {
  readonly id: string
  readonly label: string
  readonly icon?: IconName
  readonly isDanger?: boolean
  /** A place to go to, instead of something to do. */
  readonly href?: string
  readonly onAction?: () => void
}

interface MenuProps {
  readonly label: string
  readonly entries: readonly MenuEntry[]
  /** The button that opens it. */
  readonly children: ReactNode
}

/** Opens below its button; arrow keys, letters and Escape work as people know them. */
export function Menu({ label, entries, children }: MenuProps) {
  return (
    <MenuTrigger>
      {children}
      <Popover className="popover" offset={6} placement="bottom end">
        <MenuPrimitive aria-label={label} items={entries}>
          {(entry) => (
            <MenuItem
              className={`option${entry.isDanger ? ' danger' : ''}`}
              textValue={entry.label}
              href={entry.href}
              onAction={entry.onAction}
            >
              {entry.icon && <Icon name={entry.icon} />}
              {entry.label}
            </MenuItem>
          )}
        </MenuPrimitive>
      </Popover>
    </MenuTrigger>
  )
}
