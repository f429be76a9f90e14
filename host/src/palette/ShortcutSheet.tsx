import { useState } from 'react'
import { STORAGE_KEYS } from 'shared/contract/constants.ts'
import { offeredCommands } from 'shared/extensions'
import { readStored, writeStored } from 'shared/session'
import { Checkbox, Dialog } from 'shared/ui'
import { Keys } from './Palette.tsx'
import classes from './palette.module.css'
import { closeShown } from './palette.store.ts'
import { keysOf } from './shortcut-words.ts'

/** Taken by whatever it closes. */
const ESCAPE = { id: 'escape', label: 'ออกจากช่องพิมพ์ แล้วปิดหน้าต่าง เมนู หรือแชท', group: 'ทั่วไป', keys: ['Esc'] }

/** All keys of this page, and whether those without Ctrl work: who speaks or presses by mistake may switch them off. */
export function ShortcutSheet() {
  const [isOn, setOn] = useState(() => readStored(STORAGE_KEYS.singleKeys) !== 'off')
  const [commands] = useState(offeredCommands)
  const keyed = [
    ...commands.flatMap(({ id, label, group, shortcut }) =>
      shortcut === undefined ? [] : [{ id, label, group, keys: keysOf(shortcut) }],
    ),
    ESCAPE,
  ]
  const groups = [...new Set(keyed.map(({ group }) => group))]
  return (
    <Dialog open onClose={closeShown} title="คีย์ลัด" placement="sheet">
      <Checkbox
        label="ใช้คีย์ลัดปุ่มเดียว (ไม่ต้องกด Ctrl)"
        checked={isOn}
        onChange={(next) => {
          setOn(next)
          writeStored(STORAGE_KEYS.singleKeys, next ? null : 'off')
        }}
      />
      <p>คีย์ลัด รวมถึง Ctrl+K ใช้ได้เมื่อไม่ได้พิมพ์อยู่ในช่องข้อความ</p>
      {groups.map((group) => (
        <section key={group}>
          <h3 className={classes.group}>{group}</h3>
          <dl className={classes.rows}>
            {keyed
              .filter((each) => each.group === group)
              .map(({ id, label, keys }) => (
                <div key={id} className={classes.row}>
                  <dt>{label}</dt>
                  <dd>
                    <Keys keys={keys} />
                  </dd>
                </div>
              ))}
          </dl>
        </section>
      ))}
    </Dialog>
  )
}
