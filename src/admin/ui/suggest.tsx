/** A text field with suggestions; other values can be typed. */

import {
  ComboBox,
  FieldError,
  Input,
  Label,
  ListBox,
  ListBoxItem,
  Popover,
} from 'react-aria-components'
import { t } from '../text/text.js'
import { Waiting } from './page.js'
import { Help } from './help.js'

interface Suggestion {
  /** The value that is put into the field. */
  readonly id: string
  readonly label: string
}

interface SuggestProps {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  /** Suggestions that match the typed text. */
  readonly suggestions: readonly Suggestion[]
  /** True while suggestions are loading. */
  readonly isLoading?: boolean
  readonly help?: string | undefined
  readonly error?: string | undefined
}

/** The field; arrow keys move through the suggestions. */
export function SuggestField(props: SuggestProps) {
  const { label, value, onChange, suggestions, help, error, isLoading } = props
  return (
    <ComboBox
      className="field combo"
      allowsCustomValue
      allowsEmptyCollection={isLoading !== undefined}
      menuTrigger="focus"
      items={suggestions}
      inputValue={value}
      onInputChange={onChange}
      isInvalid={error !== undefined}
      validationBehavior="aria"
    >
      <Label>{label}</Label>
      <Input className="input" dir="auto" />
      <Help text={help} />
      <FieldError className="error">{error}</FieldError>
      <Popover className="popover" offset={6}>
        <ListBox<Suggestion>
          renderEmptyState={() => (isLoading ? <Waiting /> : <None text={value} />)}
        >
          {({ id, label: text }) => (
            <ListBoxItem className="option" id={id} textValue={id}>
              <span className="grow cut" dir="auto">
                {text}
              </span>
              {text !== id && <span className="faint cut">{id}</span>}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </ComboBox>
  )
}

function None({ text }: { text: string }) {
  return <p className="soft option">{t('search.none', { text })}</p>
}
