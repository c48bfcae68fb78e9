/** A time zone field, searched by typing. */

import {
  ComboBox,
  Input,
  Label,
  ListBox,
  ListBoxItem,
  Popover,
  Button as Pressable,
} from 'react-aria-components'
import { t } from '../text/text.js'
import { Icon } from '../ui/icons.js'

interface Zone {
  readonly id: string
  /** As people write it: with spaces. */
  readonly name: string
}

const ZONES: readonly Zone[] = [
  'UTC',
  ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC'),
].map((id) => ({ id, name: id.replaceAll('_', ' ') }))

interface ZoneProps {
  readonly value: string
  readonly onChange: (zone: string) => void
}

export function ZoneSelect({ value, onChange }: ZoneProps) {
  return (
    <ComboBox
      className="field combo"
      defaultItems={ZONES}
      value={value}
      onChange={(key) => key !== null && onChange(String(key))}
      menuTrigger="focus"
    >
      <Label>{t('site.zone')}</Label>
      <div className="combo-box">
        <Input className="input" />
        <Pressable className="button quiet icon-only">
          <Icon name="down" />
        </Pressable>
      </div>
      <Popover className="popover" offset={6}>
        <ListBox<Zone>>
          {({ id, name }) => (
            <ListBoxItem className="option" id={id} textValue={name}>
              {name}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </ComboBox>
  )
}
