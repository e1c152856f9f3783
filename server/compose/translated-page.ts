/**
 * A browser that translates puts each text into an element of its own, of which React does not know: where such a text went,
 * or something came before it, the whole page would fail. What stands in the place of the text is taken for it; a text that is
 * nowhere in its parent is gone already, and what should come before it comes last.
 */
export const goOnTranslated = `
(function(p){var r=p.removeChild,b=p.insertBefore;
function f(n,c){while(c&&c.parentNode!=n)c=c.parentNode;return c}
p.removeChild=function(c){var t=f(this,c);if(t)r.call(this,t);return c};
p.insertBefore=function(n,c){return b.call(this,n,f(this,c))}})(Node.prototype);`;
