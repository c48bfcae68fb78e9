/** Fields to search, to choose and to switch, linked with their labels for screen readers. */

import {
  Button as Pressable,
  Input,
  Label,
  ListBox,
  ListBoxItem,
  Popover,
  SearchField,
  Select as SelectPrimitive,
  SelectValue,
  Switch as SwitchPrimitive,
} from 'react-aria-components'
import { Help } from './help.js'
import { Icon } from './icons.js'

interface SearchProps {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly autoFocus?: boolean
}

/** A search field; Escape clears it. */
export function Search({ label, value, onChange, autoFocus }: SearchProps) {
  const shared = { value, onChange, autoFocus }
  return (
    <SearchField className="search" aria-label={label} {...shared}>
      <Icon name="search" />
      <Input className="input" placeholder={label} dir="auto" />
    </SearchField>
  )
}

interface Choice {
  readonly id: string
  readonly label: string
}

interface SelectProps {
  readonly label: string
  readonly value: string
  readonly choices: readonly Choice[]
  readonly onChange: (value: string) => void
  /** True hides the label visually. */
  readonly isBare?: boolean
  /** Text shown while it is closed, instead of the selected choice. */
  readonly shown?: string | undefined
  readonly help?: string
  readonly isDisabled?: boolean
}

/** A drop-down list. */
export function Select({ label, choices, onChange, isBare, shown, help, ...rest }: SelectProps) {
  return (
    <SelectPrimitive
      {...rest}
      className="field"
      onChange={(key) => onChange(String(key))}
      {...(isBare ? { 'aria-label': label } : {})}
    >
      {!isBare && <Label>{label}</Label>}
      <Pressable className="input select">
        <SelectValue className="cut">
          {({ selectedText }) =>
            // Usually the label, which screen readers announce anyway.
            shown === undefined ? selectedText : <span aria-hidden="true">{shown}</span>
          }
        </SelectValue>
        <Icon name="down" />
      </Pressable>
      <Help text={help} />
      <Popover className="popover" offset={6}>
        <ListBox items={choices}>
          {(choice) => (
            <ListBoxItem className="option" textValue={choice.label}>
              {choice.label}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </SelectPrimitive>
  )
}

interface SwitchProps {
  readonly label: string
  readonly isOn: boolean
  readonly onChange: (isOn: boolean) => void
}

/** An on/off switch. */
export function Switch({ label, isOn, onChange }: SwitchProps) {
  return (
    <SwitchPrimitive className="switch" isSelected={isOn} onChange={onChange}>
      <span className="track" aria-hidden="true" />
      {label}
    </SwitchPrimitive>
  )
}

interface CheckboxProps {
  readonly label: string
  readonly isOn: boolean
  /** @param isWithShift whether Shift was held */
  readonly onChange: (isOn: boolean, isWithShift: boolean) => void
}

/**
 * A checkbox for table rows, with a label for screen readers only. It is a native one, because virtualized rows are
 * created often.
 */
export function Checkbox({ label, isOn, onChange }: CheckboxProps) {
  return (
    // With Shift, a browser selects the text up to here instead.
    <label className="checkbox" onMouseDown={(event) => event.shiftKey && event.preventDefault()}>
      <input
        type="checkbox"
        aria-label={label}
        checked={isOn}
        onChange={({ target, nativeEvent }) =>
          onChange(target.checked, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
        }
      />
      <span className="box" aria-hidden="true">
        <Icon name="check" />
      </span>
    </label>
  )
}
