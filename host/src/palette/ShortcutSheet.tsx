import { useState } from 'react'
import { offeredCommands } from 'shared/extensions'
import { Dialog } from 'shared/ui'
import { Keys } from './Palette.tsx'
import classes from './palette.module.css'
import { closeShown } from './palette.store.ts'
import { keysOf } from './shortcut-texts.ts'

/** Sheet entry for Escape, which is not a command: each dialog, menu or field handles the key itself. */
const ESCAPE = { id: 'escape', label: 'ออกจากช่องพิมพ์ แล้วปิดหน้าต่าง เมนู หรือแชท', group: 'ทั่วไป', keys: ['Esc'] }

export function ShortcutSheet() {
  const [commands] = useState(offeredCommands)
  const commandsWithKeys = [
    ...commands.flatMap(({ id, label, group, shortcut }) =>
      shortcut === undefined ? [] : [{ id, label, group, keys: keysOf(shortcut) }],
    ),
    ESCAPE,
  ]
  const groups = [...new Set(commandsWithKeys.map(({ group }) => group))]
  return (
    <Dialog open onClose={closeShown} title="คีย์ลัด" placement="sheet">
      <p>
        ใช้ได้ขณะพิมพ์ในช่องข้อความด้วย ทั้งแป้นพิมพ์ไทยและอังกฤษ บน Mac กด ⌘ แทน Ctrl และ ⌥ (Option) แทน Alt
        ตัวอักษรที่พิมพ์ขณะเปิดแชทจะลงในช่องข้อความเสมอ
      </p>
      {groups.map((group) => (
        <section key={group}>
          <h3 className={classes.group}>{group}</h3>
          <dl className={classes.rows}>
            {commandsWithKeys
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
