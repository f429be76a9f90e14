import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { insertLink, reinsertLink } from './insert-link.ts'
import type { DropPosition, PromoLink } from './promo-link.ts'

const linkAt = (position: DropPosition, image = position.join('-')) => ({
  id: position.join('-'),
  name: image,
  size: 1,
  url: `https://media.example.com/p/${image}`,
  createdAt: '2026-11-23T07:05:00.000Z',
  position,
})
const names = (links: readonly PromoLink[]) => links.map(({ name }) => name)

test('orders links by the newest drop and then by file order, in whatever order their uploads end', () => {
  const { position: _, ...old } = linkAt([0, 0], 'old')
  const arrival = fc.shuffledSubarray(
    [1, 2, 3].flatMap((drop) => [0, 1, 2, 10].map((nth): DropPosition => [drop, nth])),
    { minLength: 12 },
  )
  fc.assert(
    fc.property(arrival, (places) => {
      const links = places.reduce<readonly PromoLink[]>(
        (before, position) => insertLink(before, linkAt(position)),
        [old],
      )
      expect(names(links)).toEqual([
        ...[3, 2, 1].flatMap((drop) => [0, 1, 2, 10].map((nth) => `${drop}-${nth}`)),
        'old',
      ])
    }),
  )
})

test('an image that is dropped again moves to the new drop; an image that is repeated in one drop gets its first position', () => {
  const before = [linkAt([1, 0]), linkAt([1, 1], 'same')]
  const again = insertLink(before, linkAt([2, 5], 'same'))
  expect(names(again)).toEqual(['same', '1-0'])
  const twice = insertLink([linkAt([2, 4]), ...again], linkAt([2, 3], 'same'))
  expect(names(twice)).toEqual(['same', '2-4', '1-0'])
  expect(names(insertLink(twice, linkAt([2, 9], 'same')))).toEqual(['same', '2-4', '1-0'])
})

test('restores removed links at their positions, regardless of the order in which they are restored', () => {
  const listed = [
    ...[3, 2].flatMap((drop) => [0, 1].map((nth) => linkAt([drop, nth]))),
    ...['new', 'old'].map((name, hour) => {
      const { position: _, ...link } = linkAt([0, hour], name)
      return { ...link, createdAt: new Date(Date.UTC(2026, 0, 1, 9 - hour)).toISOString() }
    }),
  ]
  const back = fc.shuffledSubarray(listed.map((link, number) => ({ link, number })))
  fc.assert(
    fc.property(back, (removed) => {
      const left = listed.filter((link) => !removed.some((each) => each.link === link))
      const again = removed.reduce<readonly PromoLink[]>(
        (before, { link, number }) => reinsertLink(before, link, number),
        left,
      )
      expect(names(again)).toEqual(names(listed))
    }),
  )
})
