import * as v from 'valibot';
import { expect, it } from 'vitest';
import { wrapFirstValues } from '../../build/class-fields.mjs';

/** Exports of a module after the wrapping. */
async function load(code: string): Promise<Record<string, unknown>> {
  const address = `data:text/javascript,${encodeURIComponent(wrapFirstValues(code))}`;
  return v.parse(v.looseObject({}), await import(/* @vite-ignore */ address));
}

it('wrapFirstValues puts an initializer with a parenthesis into a function', () => {
  expect(wrapFirstValues('class A{#a=make(1);b=[(2)]}')).toBe(
    'class A{#a=(()=>(make(1)))();b=(()=>([(2)]))()}'
  );
});

it('wrapFirstValues leaves other initializers unchanged', () => {
  const code = 'class A{#a=1;b="c";static d=e;f;#g(){return make(this.#a)}}';
  expect(wrapFirstValues(code)).toBe(code);
});

it('wrapFirstValues wraps a class inside an initializer too', () => {
  expect(wrapFirstValues('class A{a=make(class{b=make(1)})}')).toBe(
    'class A{a=(()=>(make(class{b=(()=>(make(1)))()})))()}'
  );
});

it('wrapFirstValues changes no behaviour of a class: this, objects, functions and order', async () => {
  const { all } = await load(`
      const twice = (n) => n * 2;
      class Base { base() { return 'base'; } }
      class A extends Base {
        one = twice(1);
        two = twice(this.one);
        object = ({ three: twice(this.two) });
        arrow = () => this.one;
        over = super.base();
        #hidden = (() => this.two)();
        get hidden() { return this.#hidden; }
      }
      const a = new A();
      export const all = [a.one, a.two, a.object.three, a.arrow(), a.over, a.hidden];
    `);
  expect(all).toEqual([2, 4, 8, 2, 'base', 4]);
});

it('wrapFirstValues stops at a static field that some engines reject', () => {
  expect(() => wrapFirstValues('class A{static name="a"}')).toThrow('A static field cannot be called name');
});
