import '@mantine/core/styles/Input.layer.css'
import { Textarea, type TextareaProps, TextInput, type TextInputProps } from '@mantine/core'
import classes from './fields.module.css'

const CLASSES = {
  input: classes.input,
  label: classes.label,
  error: classes.words,
  description: classes.words,
}

export type TextFieldProps = Omit<TextInputProps, 'size' | 'variant' | 'radius' | 'classNames' | 'styles'>

/** One line of text with its label above and what is wrong below. */
export function TextField(props: TextFieldProps) {
  return <TextInput {...props} classNames={CLASSES} />
}

export type TextAreaProps = Omit<TextareaProps, 'size' | 'variant' | 'radius' | 'classNames' | 'styles'>

/** Several lines of text; with `autosize` it grows from `minRows` to `maxRows`. */
export function TextArea(props: TextAreaProps) {
  return <Textarea {...props} classNames={CLASSES} />
}
