import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs'
import { findPersonalData, type PersonalDataKind } from 'shared/contract/knowledge/personal-data.ts'
import classes from './proposals.module.css'

const WORDS: Readonly<Record<PersonalDataKind, string>> = {
  phone: 'เบอร์โทร',
  account: 'เลขบัญชีหรือบัตร',
  id_card: 'เลขบัตรประชาชน',
  email: 'อีเมล',
}

export function PersonalDataNote({ text }: { text: string }) {
  const found = findPersonalData(text)
  return (
    <div role="status">
      {found.length === 0 ? null : (
        <p className={classes.warning}>
          <IconAlertTriangle size={18} aria-hidden />
          <span>
            อาจมีข้อมูลส่วนบุคคล กรุณาลบออกก่อน:{' '}
            {[...new Set(found.map(({ kind, text: part }) => `${WORDS[kind]} ${part}`))].join(', ')}
          </span>
        </p>
      )}
    </div>
  )
}
